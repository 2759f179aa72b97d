/**
 * Makes `old` look like `fresh` by changing as little as possible, so that focus, open menus and the place of the
 * scroll survive an edit. Children with `data-key` are matched by it, others by their order among their kind.
 * Attributes that begin with `data-live` belong to the reader (a spoiler laid open) and are left alone.
 */
export function morph(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  morphAttributes(old, fresh);
  morphChildren(old, fresh);
  if (focused && document.activeElement !== focused) refocus(focused, old);
  return old;
}

function refocus(focused, root) {
  if (focused.isConnected) focused.focus({ preventScroll: true });
  else if (root.hasAttribute("tabindex")) root.focus({ preventScroll: true });
}

function alike(old, fresh) {
  return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && old.dataset?.key === fresh.dataset?.key;
}

function isReaders(element, name) {
  return name.startsWith("data-live") || (name === "open" && element.nodeName === "DETAILS");
}

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else if (!isReaders(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function morphChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  const found = match([...old.childNodes], wanted);
  for (const child of [...old.childNodes]) if (!found.includes(child)) child.remove();
  let cursor = old.firstChild;
  wanted.forEach((child, index) => {
    const present = found[index];
    if (!present) return old.insertBefore(child, cursor);
    if (present === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(present, cursor);
    return morph(present, child);
  });
}

function match(present, wanted) {
  const free = new Set(present);
  return wanted.map((child) => {
    for (const candidate of free) {
      if (!alike(candidate, child)) continue;
      free.delete(candidate);
      return candidate;
    }
    return null;
  });
}
