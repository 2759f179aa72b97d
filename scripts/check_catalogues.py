"""Check the catalogues against the code: `python -m scripts.check_catalogues` prints every fault, exit 1.

Faults are: a key that the code uses and no catalogue has; a key that nothing uses; a field in a sentence that its call
does not give; a notice without words; a label that is too long for Discord or a phone; a key that stands twice; a
sentence that is missing in Danish; a translation with other fields or plural forms than in English; words that a
language does not use; a command that is not written as a field (`{command[table open]}`); a sentence in the code. The
sentences of installed games are checked, too; in Danish they may be missing.
"""

from __future__ import annotations

import ast
import re
import string
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib import import_module
from inspect import getsource, signature
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from bot.cups import notices as cup_notices
from bot.messages.kit.table_text import MATCH
from bot.texts import notices, offered_games
from bot.texts.catalogue import DOMAIN, NAMES, SOURCE_LANGUAGE, Catalogue, catalogue, own_catalogue, read
from bot.texts.commands import COMMAND_FIELD, command_key
from bot.texts.translator import SEATS, fact_key
from cogs.commands import COMMANDS
from rules.notation import faults as faults_of_records
from rules.registry import GAMES, INSTALLED

ROOT: Final = Path(__file__).parent.parent
LOCALES: Final = ROOT / "bot" / "texts" / "locale"
KEY: Final = re.compile(r"[a-z]+(\.[A-Za-z0-9_-]+)+")
FACT: Final = re.compile(r"(news|refused|[a-z]+\.fact|command)\.")
KEY_PART: Final = re.compile(r"[A-Za-z0-9_.-]*")
SENTENCE: Final = re.compile(r"[A-Z][a-z’']*,? [A-Za-z’']{2,}|[a-z’']+,? [a-z’']+,? [A-Za-z’']{2,}")
"""Two words, the first with a capital letter, or three words."""
FILES: Final = (".csv", ".json", ".png", ".txt")
"""The ends of names of files, which look like keys."""
NAME_KEY: Final = re.compile(r"command\..*\.name")
CODES: Final = re.compile(r"(?:[2-9TJQKA][CDHS] ?)+")
"""Cards as the code writes them."""
OPERATORS: Final = (
    "bot/__main__.py",
    "bot/cups/server_checks.py",
    "bot/runtime/database.py",
    "bot/runtime/logs.py",
    "bot/runtime/metrics.py",
    "bot/operations",
    "bot/discord_api/permissions.py",
    "bot/runtime/settings.py",
    "bot/store",
    "trial",
)
"""Files whose texts only operators read, on the command line and in logs."""
WORD: Final = re.compile(r"[^\W\d_]{2,}")
TYPED_COMMAND: Final = re.compile(r"(?<![\w<.])/[^\W\d]")
"""A command that is written as people type it, with its name in one language."""
FIELD: Final = re.compile(r"\{[^}]*\}|<[^>]*>")
"""Fields that the program fills in, and Discord's markup."""
SAME_WORD: Final = {
    "da": frozenset(
        (
            "side.number sitter.computer lobby.seat.computer record.computer "
            "button.pause learn.start cup.by.buchholz cup.by.sonneborn-berger "
            "button.cup-log-all cup.field.auto_start cup.field.rated cup.by.rungs "
            "voormsi.name voormsi.card.JC voormsi.card.KH treikort.name karnoffel.name "
            "karnoffel.group.karnoffel karnoffel.event.turned-each karnoffel.trick.known-each "
            "karnoffel.in-hand.karnoffel ranks.group alkort.name braus.name braus.card.JC braus.card.8S braus.card.KH "
            "braus.option.target.1 braus.mark.jan alkort.mark.mukur braus.badge.jan alkort.badge.mukur "
            "braus.moment.jan-own alkort.moment.mukur-own "
            "own-end.rating picture.rating profile.badge"
        ).split()
    )
}
"""Keys whose sentence is the same in a language as in the source language, on purpose."""
COMPLETE: Final = frozenset({"da"})
"""The languages that have every sentence. Other languages fall back to the source language."""
LOGS: Final = frozenset({"debug", "info", "warning", "error", "exception", "critical", "log", "own_error"})


LOOKED_AT: Final = (
    ast.Attribute,
    ast.Call,
    ast.Constant,
    ast.Expr,
    ast.JoinedStr,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.arg,
)
"""The kinds of nodes that a check looks at."""


class Source(NamedTuple):
    name: str
    tree: ast.Module


@cache
def sources(*rooms: str) -> tuple[Source, ...]:
    """The parsed files of some folders."""
    return tuple(_source(path) for path in sorted(path for room in rooms for path in (ROOT / room).rglob("*.py")))


@cache
def _source(path: Path) -> Source:
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return Source(name.as_posix(), ast.parse(path.read_text("utf-8")))


@cache
def _installed_sources() -> tuple[Source, ...]:
    """The parsed files of the packages of installed games."""
    modules = (import_module(installed.package.files) for installed in INSTALLED.values())
    folders = (Path(folder) for module in modules for folder in module.__path__)
    return tuple(_source(path) for folder in folders for path in sorted(folder.rglob("*.py")))


def nodes(*rooms: str) -> Iterator[ast.AST]:
    return chain.from_iterable(_nodes(source) for source in sources(*rooms))


@cache
def _nodes(source: Source) -> tuple[ast.AST, ...]:
    return tuple(node for node in ast.walk(source.tree) if isinstance(node, LOOKED_AT))


def strings(*rooms: str) -> frozenset[str]:
    """The strings of the code, without docstrings."""
    return frozenset().union(*map(_strings, sources(*rooms)))


@cache
def _strings(source: Source) -> frozenset[str]:
    docstrings = {id(node.value) for node in _nodes(source) if isinstance(node, ast.Expr)}
    constants = (node for node in _nodes(source) if isinstance(node, ast.Constant) and id(node) not in docstrings)
    return frozenset(node.value for node in constants if isinstance(node.value, str))


# keys


def missing(words: Catalogue) -> list[str]:
    """Keys that the code names or a kind of notice needs, and that the catalogue lacks."""
    first = {key.partition(".")[0] for key in words.forms}
    asked = filter(KEY.fullmatch, strings("bot/messages", "bot/cups/messages", "cogs"))
    written = {key for key in asked if key.partition(".")[0] in first and not key.endswith(FILES)}
    labels = {f"button.{verb}" for verb in _button_verbs()}
    return sorted((written | labels | _fact_keys() | _command_keys()) - set(words.forms))


@cache
def _fact_keys() -> frozenset[str]:
    return frozenset(fact_key(game, kind) for game, kind in _kinds())


@cache
def _made_facts() -> frozenset[str]:
    """The keys of the kinds that the code names somewhere, such as `Notice.SEATED`."""
    named = set(_members())
    return frozenset(fact_key(game, kind) for game, kind in _kinds() if (type(kind).__name__, kind.name) in named)


def _members() -> Iterator[tuple[str, str]]:
    installed = chain.from_iterable(map(_nodes, _installed_sources()))
    for node in chain(nodes("bot", "cogs", "rules"), installed):
        match node:
            case ast.Attribute(value=ast.Name(id=kinds), attr=name):
                yield kinds, name


@cache
def _button_verbs() -> frozenset[str]:
    return frozenset(_verbs())


def _verbs() -> Iterator[str]:
    for call in _calls("button"):
        named = next((word.value for word in call.keywords if word.arg == "key"), None)
        label = named or (call.args[0] if call.args else None)
        if isinstance(label, ast.Constant) and len(call.args) and isinstance(label.value, str):
            yield label.value


def _calls(*names: str) -> Iterator[ast.Call]:
    for source in sources("bot", "cogs"):
        for node in () if source.name.startswith(OPERATORS) else _nodes(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
                yield node


def _kinds() -> Iterator[tuple[str, StrEnum]]:
    """Every kind of notice: the bot's, and those of each game."""
    modules = (
        (notices, ""),
        (cup_notices, ""),
        (faults_of_records, ""),
        *((sys.modules[f"rules.{name}.facts"], name) for name in offered_games() if name not in INSTALLED),
    )
    for module, game in modules:
        yield from ((game, kind) for kinds in _enums(module) for kind in kinds)
    for game, installed in INSTALLED.items():
        module = import_module(installed.package.game)
        yield from ((game, kind) for kinds in _enums(module) if kinds.__name__.endswith("Fact") for kind in kinds)


def _enums(module: ModuleType) -> list[type[StrEnum]]:
    found = (kinds for kinds in vars(module).values() if isinstance(kinds, type) and issubclass(kinds, StrEnum))
    return [kinds for kinds in found if kinds is not StrEnum]


@cache
def _command_keys() -> frozenset[str]:
    """The keys for the descriptions of all registered commands, their groups and their options."""
    import_module("cogs.extension")  # its modules register the commands
    found = set()
    for name, (handler, find, _, renamed) in COMMANDS.items():
        _, *options = signature(handler).parameters
        if find is not None:
            options = [*options[1:], "table"]
        found |= {command_key(name.split()[0]), command_key(name)}
        found |= {command_key(name, renamed.get(option, option)) for option in options}
    return frozenset(found)


@cache
def _name_keys() -> frozenset[str]:
    """The keys for the names of the same commands and options, which `bot.texts.commands` registers at Discord."""
    return frozenset(f"{key.removesuffix('.description')}.name" for key in _command_keys())


def unused(words: Catalogue) -> list[str]:
    """Keys that nothing uses: they are neither written in the code nor can it compose them."""
    written = strings("bot", "cogs")
    known = _known_words()
    patterns = _patterns()
    facts, others = _made_facts() | _command_keys() | _name_keys(), [key for key in words.forms if key not in written]
    made = {key for key in others if key in facts or (not FACT.match(key) and _is_made(key, patterns, known))}
    return sorted(key for key in others if key not in made and not _is_own(key, words))


def _is_own(key: str, words: Catalogue) -> bool:
    """Return whether it is the own sentence of a game, or of a cup's tables, in place of a general one."""
    of, _, general = key.partition(".")
    return (of in GAMES or of == MATCH) and general in words.forms


def _is_made(key: str, patterns: Iterable[re.Pattern[str]], known: frozenset[str]) -> bool:
    made = (pattern.fullmatch(key) for pattern in patterns)
    return any(found is not None and all(_is_known(part, known) for part in found.groups()) for found in made)


def _is_known(part: str, known: frozenset[str]) -> bool:
    return part.isdecimal() or all(word in known for word in part.split("."))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Patterns of the f-strings in the code that can make a key."""
    return tuple(map(re.compile, sorted(set(_composed()))))


def _composed() -> Iterator[str]:
    for node in nodes("bot", "cogs"):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if all(part is None or KEY_PART.fullmatch(str(part)) for part in parts) and "." in "".join(map(str, parts)):
                yield "".join("(.+)" if part is None else re.escape(str(part)) for part in parts)


@cache
def _known_words() -> frozenset[str]:
    """Every word that the code can put into a key: strings, the characters of lists of characters, and names."""
    written = strings("bot", "cogs", "rules").union(*map(_strings, _installed_sources()))
    known = set(written).union(*(re.split("[ :.]", text) for text in written))
    known |= {character for text in known if text.isupper() or text.isalnum() for character in text}
    for node in nodes("bot", "cogs"):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            known.add(node.name.lower())
        elif isinstance(node, ast.arg):
            known.add(node.arg)
    return frozenset(known)


# fields


def fields(sentence: str) -> set[str]:
    """The fields that a call has to give."""
    return _all_fields(COMMAND_FIELD.sub("", sentence))


def _all_fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def unmatched(words: Catalogue) -> list[str]:
    """Sentences with a field that the call, or the kind of notice, does not give."""
    return sorted({*_unmatched_calls(words), *_unmatched_facts(words), *_unmatched_club_facts(words)})


def _unmatched_calls(words: Catalogue) -> Iterator[str]:
    for node in nodes("bot", "cogs"):
        if isinstance(node, ast.Call) and all(word.arg for word in node.keywords) and node.args:
            counts = {"n"} if isinstance(node.func, ast.Attribute) and node.func.attr == "count" else set()
            given = {word.arg for word in node.keywords if word.arg} | counts
            for key in _constants(node.args[0]):
                for form in words.forms.get(key, ()) if KEY.fullmatch(key) else ():
                    yield from (f"{key}: {{{name}}} is not given" for name in fields(form) - given)


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _unmatched_facts(words: Catalogue) -> Iterator[str]:
    for game, kind in _kinds():
        key = fact_key(game, kind)
        given = about(kind)
        given |= {f"{name}_number" for name in given & SEATS} | {"paragraph"}
        for form in words.forms.get(key, ()):
            yield from (f"{key}: {{{name}}} is not in about" for name in fields(form) - given)


def _unmatched_club_facts(words: Catalogue) -> Iterator[str]:
    """Every call that makes one of the bot's notices is checked, too: `fact(Notice.SEATED, table=...)`."""
    for node in nodes("bot", "cogs"):
        match node:
            case ast.Call(args=[ast.Attribute(value=ast.Name(id="Notice" | "Refusal" as kinds), attr=name)]):
                given = _given(node)
                key = fact_key("", getattr(notices, kinds)[name])
                for form in words.forms.get(key, ()):
                    yield from (f"{key}: {{{field}}} is not given" for field in fields(form) - given)


def _given(call: ast.Call) -> set[str]:
    """The fields that a call gives; a person's key is shown as the name (`PostContext.named`)."""
    given = {word.arg for word in call.keywords if word.arg}
    return given | {f"{name}_number" for name in given & SEATS} | ({"name"} if given & {"person", "people"} else set())


def about(kind: StrEnum) -> set[str]:
    """The keys of a fact's `about`, from the comment beside its kind."""
    said = _comments(type(kind).__module__).get(kind.value, "nothing")
    listed = re.sub(r"\([^)]*\)", "", said).partition(":")[0]
    return {name for name in re.findall(r"[a-z_]+", listed) if name != "nothing"}


@cache
def _comments(module: str) -> dict[str, str]:
    text = getsource(import_module(module))
    return dict(re.findall(r'^    [A-Z_]+ = "([^"]+)"(?:, "[^"]*")?  # (.*)$', text, re.MULTILINE))


# languages


def languages() -> list[str]:
    return sorted(path.parent.parent.name for path in LOCALES.rglob(f"{DOMAIN}.po"))


def translations() -> Iterator[Catalogue]:
    """The catalogues of all languages but the source language."""
    for language in languages():
        if language != SOURCE_LANGUAGE:
            yield own_catalogue(language) or catalogue(language)


def keys_twice(*texts: str) -> list[str]:
    """Keys that the files of a language, given by their texts, have twice: readers would take the first sentence."""
    keys = Counter(key for text in texts for key in re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))
    return sorted(key for key, times in keys.items() if times > 1)


def files_of(language: str) -> list[str]:
    """The texts of the files with the sentences of a language."""
    folder = LOCALES / language / "LC_MESSAGES"
    return [path.read_text("utf-8") for path in sorted(folder.glob("*.po")) if path.stem != NAMES]


def untranslated(words: Catalogue) -> list[str]:
    """Sentences that are missing in a language."""
    missed = catalogue(SOURCE_LANGUAGE).forms.keys() - words.forms.keys()
    return sorted(key for key in missed if key.partition(".")[0] not in INSTALLED)


def outlived(words: Catalogue) -> list[str]:
    """Sentences of a language that the source language no longer has."""
    return sorted(words.forms.keys() - catalogue(SOURCE_LANGUAGE).forms.keys())


def mistranslated(words: Catalogue) -> list[str]:
    """Sentences that are not translated, or have other fields or plural forms than the source language."""
    source = catalogue(SOURCE_LANGUAGE).forms
    return sorted(
        f"{key}: {fault}"
        for key, forms in words.forms.items()
        if key in source
        for fault in _mistranslated(words.language, key, source[key], forms)
    )


def _mistranslated(language: str, key: str, source: tuple[str, ...], forms: tuple[str, ...]) -> Iterator[str]:
    if _wants(forms) != _wants(source):
        yield "fields"
    if (len(forms) > 1) is not (len(source) > 1):
        yield "plural forms"
    words = WORD.findall(FIELD.sub("", " ".join(forms)))
    if forms == source and words and key not in SAME_WORD.get(language, ()):
        yield "not translated"


def namings() -> Iterator[Catalogue]:
    """The files with names of cards."""
    for path in sorted(LOCALES.rglob(f"{NAMES}.po")):
        yield read(path.parent.parent.name, path.read_bytes())


def misnamed(names: Catalogue) -> list[str]:
    """Faults in a file with names of cards: other keys, cards that no game has, other fields."""
    cards = {(game, card.code) for game, rules in GAMES.items() for card in rules.pack}
    shown = {f"{game}.card.{code}" for game, code in cards}
    typed = {f"{game}.typed.{code}" for game, code in cards}
    words = ("card.rank.", "card.suit.", "typed.rank.", "typed.suit.")
    typed |= {key for key in catalogue(SOURCE_LANGUAGE).forms if key.startswith(words)}
    return sorted(
        key
        for key, forms in names.forms.items()
        if key not in shown | typed or len(forms) > 1 or _wants(forms) != ({"card"} if key in shown else set())
    )


def _wants(forms: tuple[str, ...]) -> set[str]:
    return set().union(*map(_all_fields, forms))


# words

BANNED: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        r"\} %": "no blank before %",
        r"\buntil <t:[^>]*:R>": "due <t:…:R>: it reads “in 2 days”",
        r"; default: ": "(default: …)",
        r"\bin this server\b": "on this server",
    },
    "da": {
        r"\}%": "a blank before %",
        r"(?i)\bfrø": "kode: frø is a frog",
        r"(?i)\bmeld\w* pas\b": "stå over",
        r"; ellers [^.;]*$": "(standard: …)",
        r"\bhar udspillet\b": "skal spille ud",
        r"(?i)\bknock-out\b": "knockout",
        r"\bborde med tre\b": "tremandsborde",
        r"\bbotter\b": "bots",
    },
}
"""The words that no sentence of a language has, and those to use instead."""


def banned(words: Catalogue) -> list[str]:
    """Sentences with words that their language does not use."""
    return sorted(
        f"{key}: {better}"
        for key, forms in words.forms.items()
        for said, better in BANNED.get(words.language, {}).items()
        if any(re.search(said, form) for form in forms)
    )


# commands in sentences


def miscommanded(words: Catalogue) -> list[str]:
    """Commands in sentences that are not written as fields, do not exist, or stand where no mention is shown."""
    import_module("cogs.extension")  # its modules register the commands
    return sorted(
        f"{key}: {fault}"
        for key, forms in words.forms.items()
        for form in forms
        for fault in _command_faults(key, form)
    )


def _command_faults(key: str, form: str) -> Iterator[str]:
    if TYPED_COMMAND.search(COMMAND_FIELD.sub("", form)):
        yield "a command that is no field"
    named = COMMAND_FIELD.findall(form)
    yield from (f"there is no command {name}" for name in named if name not in COMMANDS)
    if named and not form.startswith(SMALL) and (_longest(key) is not None or key.startswith(PLAIN)):
        yield "no place for a mention"


# what Discord accepts, and what fits on a phone


class Limit(NamedTuple):
    """The most characters for the sentences of some keys, without the fields."""

    keys: re.Pattern[str]
    longest: int


LIMITS: Final = (
    Limit(re.compile(r"button\..*"), 34),
    Limit(re.compile(r"learn\.(button|start|resume|rest|next|end|again|once-more|list|rules|menu)"), 34),
    Limit(re.compile(r"[a-z]+\.option\.[a-z_]+"), 100),
    Limit(re.compile(r"[a-z]+\.option\.[a-z_]+\..*|(settings|server)\.[a-z_]+\.[a-z]+(\.about)?"), 100),
    Limit(re.compile(r".*\.(hint|menu|menu-exactly)"), 100),
    Limit(re.compile(r"command\..*\.description"), 100),
    Limit(re.compile(r"command\..*\.name"), 32),
)
"""Buttons hold 80 characters in Discord, but a phone shows about 34; menus, choices and descriptions hold 100."""
SMALL: Final = "-# "
"""The beginning of a small line, which is never a label."""
PLAIN: Final = ("picture.", "alt.", "record.")
"""Beginnings of keys whose sentences stand where Discord shows no markup."""
COMMAND_NAME: Final = re.compile(r"[-_'\w]+")


def too_long(words: Catalogue) -> list[str]:
    """Labels that Discord does not accept or a phone cuts off, and invalid names of commands."""
    return sorted(
        f"{key}: {fault}" for key, forms in words.forms.items() for form in forms for fault in _misfits(key, form)
    )


def _longest(key: str) -> int | None:
    return min((limit.longest for limit in LIMITS if limit.keys.fullmatch(key)), default=None)


def _misfits(key: str, form: str) -> Iterator[str]:
    longest = _longest(key)
    size = len(FIELD.sub("", form))
    if longest is not None and not 1 <= size <= longest:
        yield f"{size} characters, {longest} fit"
    if NAME_KEY.fullmatch(key) and (not COMMAND_NAME.fullmatch(form) or form != form.lower()):
        yield "no name of a command"


# sentences in the code


def sentences() -> list[str]:
    """Sentences in the code of `bot` and `cogs`, except those for operators and those for readers of the code."""
    return [
        f"{source.name}:{node.lineno}: {node.value!r}"
        for source in sources("bot", "cogs")
        if not source.name.startswith(OPERATORS)
        for node in spoken(source.tree)
    ]


def spoken(node: ast.AST) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_sentence(node.value):
        yield node
    for child in ast.iter_child_nodes(node):
        if not _is_for_readers_of_code(child):
            yield from spoken(child)


def _is_sentence(text: str) -> bool:
    return SENTENCE.search(text) is not None and CODES.fullmatch(text) is None


def _is_for_readers_of_code(node: ast.AST) -> bool:
    """Return whether a node is a lone string, a raised error, an assertion, a log call or a word list."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Raise() | ast.Assert():
            return True
        case ast.Attribute(value=ast.Constant(), attr="split"):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in LOGS
    return False


def faults() -> list[str]:
    words = catalogue(SOURCE_LANGUAGE)
    return [
        *(f"missing: {key}" for key in missing(words)),
        *(f"unused: {key}" for key in unused(words)),
        *(f"field: {fault}" for fault in unmatched(words)),
        *(f"{SOURCE_LANGUAGE}: {fault}" for fault in too_long(words)),
        *(f"{other.language}: {fault}" for other in translations() for fault in too_long(other)),
        *(
            f"{one.language} lacks: {key}"
            for one in translations()
            if one.language in COMPLETE
            for key in untranslated(one)
        ),
        *(f"{language} has twice: {key}" for language in languages() for key in keys_twice(*files_of(language))),
        *(f"{other.language} has still: {key}" for other in translations() for key in outlived(other)),
        *(f"{other.language}: {fault}" for other in translations() for fault in mistranslated(other)),
        *(f"{one.language}: {fault}" for one in (words, *translations()) for fault in banned(one)),
        *(f"{SOURCE_LANGUAGE}: {fault}" for fault in miscommanded(words)),
        *(f"{other.language}: {fault}" for other in translations() for fault in miscommanded(other)),
        *(f"{names.language}, no name of a card: {key}" for names in namings() for key in misnamed(names)),
        *(f"sentence in the code: {fault}" for fault in sentences()),
    ]


if __name__ == "__main__":
    found = faults()
    print("\n".join(found) or f"{len(catalogue(SOURCE_LANGUAGE).forms)} sentences hold")
    sys.exit(1 if found else 0)
