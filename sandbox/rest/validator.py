"""Validation of requests to the sandbox and of its own responses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sandbox.rest.routes import ApiRequest, ApiResponse, Route
from sandbox.rest.size_limits import FieldError, broken_limits
from sandbox.world.errors import invalid_form

if TYPE_CHECKING:
    import jsonschema_rs

DESCRIPTION = Path(__file__).parents[1] / "openapi" / "discord.json"
WIDENED = {"SnowflakeType": {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}}
Schema = dict[str, Any]


class Violation(NamedTuple):
    """A request that Discord would have refused for its shape or limits, or an own response of the wrong shape."""

    method: str
    path: str
    why: str


class Schemas:
    """The schemas of requests and responses; a validator is compiled on first use."""

    def __init__(self) -> None:
        from jsonschema_rs import Draft202012Validator  # only validation needs it

        self._compiler = Draft202012Validator
        self._description: Schema = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
        self._description["components"]["schemas"] |= WIDENED
        self._validators: dict[int, jsonschema_rs.Draft202012Validator] = {}  # by id of a schema in the description

    def request_faults(self, method: str, template: str, body: Any) -> list[FieldError]:
        return self._faults(self._operation(method, template).get("requestBody", {}), body)

    def response_faults(self, method: str, template: str, status: int, body: Any) -> list[FieldError]:
        answers = self._operation(method, template)["responses"]
        if str(status) not in answers:
            return [FieldError((), "STATUS", f"{status} is none of {', '.join(answers)}")]
        return self._faults(answers[str(status)], body)

    def _operation(self, method: str, template: str) -> Schema:
        return self._description["paths"][template][method.lower()]  # type: ignore[no-any-return]

    def _faults(self, described: Schema, instance: Any) -> list[FieldError]:
        if "content" not in described:
            return []
        schema = described["content"]["application/json"]["schema"]
        is_valid = self._validator(schema).is_valid(instance)
        return [] if is_valid else list(self._explained(schema, instance, ()))

    def _validator(self, schema: Schema) -> jsonschema_rs.Draft202012Validator:
        found = self._validators.get(id(schema))
        if found is None:
            whole = {**schema, "components": self._description["components"]}
            found = self._validators[id(schema)] = self._compiler(whole)
        return found

    def _explained(self, schema: Schema, instance: Any, path: tuple[str | int, ...]) -> Iterator[FieldError]:
        """The violations; for "none of these fits" those of the alternative that has the same `type`."""
        for error in self._validator(schema).iter_errors(instance):
            place, part = (*path, *error.instance_path), _at(instance, error.instance_path)
            meant = self._meant(schema, list(error.schema_path), part)
            if meant:
                yield from self._explained(meant, part, place)
            else:
                text = error.message
                yield FieldError(place, "SCHEMA", text if len(text) <= 200 else f"{text[:80]} … {text[-115:]}")

    def _meant(self, schema: Schema, schema_path: list[str | int], part: Any) -> Schema | None:
        if not schema_path or schema_path[-1] not in ("oneOf", "anyOf") or not isinstance(part, dict):
            return None
        branches = _at({**schema, "components": self._description["components"]}, schema_path)
        branches = [branch for branch in branches if branch.get("type") != "null"]
        fitting = [branch for branch in branches if part.get("type") in self._types(branch)] or branches
        return fitting[0] if len(fitting) == 1 else None

    def _types(self, branch: Schema) -> list[Any]:
        while "$ref" in branch:
            branch = self._description["components"]["schemas"][branch["$ref"].rsplit("/", 1)[-1]]
        return list(branch.get("properties", {}).get("type", {}).get("enum", ()))


def _at(thing: Any, path: Any) -> Any:
    for step in path:
        thing = thing[step]
    return thing


@cache
def schemas() -> Schemas:
    return Schemas()


class RequestValidator:
    """Checks requests and responses, unless it is switched off."""

    def __init__(self, *, on: bool = True) -> None:
        self.violations: list[Violation] = []
        self._schemas = schemas() if on else None

    def request(self, route: Route, call: ApiRequest) -> None:
        """Raises 50035 for a request that Discord would not accept."""
        if self._schemas is None:
            return
        found = self._schemas.request_faults(route.method, route.template, call.body)
        found = found or list(broken_limits(route, call))
        if found:
            self._note(route, found)
            raise invalid_form(_as_discord_tells(found))

    def response(self, route: Route, reply: ApiResponse) -> None:
        """Note an own response that does not match Discord's schema."""
        if self._schemas:
            found = self._schemas.response_faults(route.method, route.template, reply.status, reply.body)
            if found:
                self._note(route, found, "the sandbox's own answer: ")

    def failed(self, method: str, path: str, error: Exception) -> None:
        self.violations.append(Violation(method, path, f"the sandbox failed: {error!r}"))

    def _note(self, route: Route, found: list[FieldError], prefix: str = "") -> None:
        why = "; ".join(f"{'.'.join(map(str, breach.path)) or 'body'}: {breach.message}" for breach in found)
        self.violations.append(Violation(route.method, route.template, prefix + why))


def _as_discord_tells(found: list[FieldError]) -> dict[str, Any]:
    """Discord's tree of errors: a level for each step of the path, `_errors` at the leaves."""
    tree: dict[str, Any] = {}
    for breach in found:
        node = tree
        for step in breach.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": breach.code, "message": breach.message})
    return tree
