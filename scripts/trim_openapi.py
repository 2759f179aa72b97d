"""Reduce Discord's OpenAPI description to the sandbox's routes: `python -m scripts.trim_openapi openapi.json`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandbox.rest.routes import routes
from sandbox.rest.validator import DESCRIPTION

OpenApiSchema = dict[str, Any]
JSON = "application/json"
DROPPED = frozenset({"description", "title", "externalDocs", "examples"})


def trimmed(whole: OpenApiSchema) -> OpenApiSchema:
    """The built routes with the schemas of their JSON bodies and 2xx responses, and all schemas that these refer to."""
    paths: dict[str, OpenApiSchema] = {}
    for route in sorted(routes.all, key=lambda route: (route.template, route.method)):
        operation = whole["paths"][route.template][route.method.lower()]
        paths.setdefault(route.template, {})[route.method.lower()] = _operation(operation)
    schemas = {name: _bare(whole["components"]["schemas"][name]) for name in sorted(_reached(whole, paths))}
    kept = {key: whole["info"][key] for key in ("title", "version", "license", "termsOfService")}
    return {"openapi": whole["openapi"], "info": kept, "paths": paths, "components": {"schemas": schemas}}


def _operation(operation: OpenApiSchema) -> OpenApiSchema:
    kept: OpenApiSchema = {"operationId": operation["operationId"]}
    asked = operation.get("requestBody", {}).get("content", {}).get(JSON)
    if asked:
        kept["requestBody"] = {"content": {JSON: {"schema": _bare(asked["schema"])}}}
    kept["responses"] = {
        status: {"content": {JSON: {"schema": _bare(answer["content"][JSON]["schema"])}}} if "content" in answer else {}
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    }
    return kept


def _bare(schema: Any, *, of_names: bool = False) -> Any:
    """A schema without its descriptions; names of properties are kept."""
    if isinstance(schema, list):
        return [_bare(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _bare(part, of_names=key == "properties") for key, part in schema.items() if of_names or key not in DROPPED
    }


def _reached(whole: OpenApiSchema, paths: OpenApiSchema) -> set[str]:
    found: set[str] = set()
    waiting = list(_references(paths))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_references(whole["components"]["schemas"][name]))
    return found


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rsplit("/", 1)[-1]
        for part in schema.values():
            yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)


def main() -> None:
    whole = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    DESCRIPTION.parent.mkdir(exist_ok=True)
    DESCRIPTION.write_text(json.dumps(trimmed(whole), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
