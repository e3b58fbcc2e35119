"""Build JSON Schema from the types of the documents, and check what was sent against it."""

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from scorepad.rules.keys import Key, Kind, keys_of

Schema = dict[str, Any]
"""Schemas are open: new keys may be added to what is read. `closed` closes those of what is sent."""

REFERENCE = "#/components/schemas/"
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema_of(kind: Any, named: dict[str, Schema]) -> Schema:
    """Return the schema of a type. Schemas of nested documents are added to `named` and referenced."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _rules(args[1], named) if is_dataclass(args[1]) else schema_of(args[0], named) | {"description": args[1]}
    if origin is NotRequired:
        return schema_of(args[0], named)
    if origin is Literal:
        return ({"type": "string"} if all(isinstance(arg, str) for arg in args) else {}) | {"enum": list(args)}
    if origin in (Union, UnionType):
        return _union([schema_of(arg, named) for arg in args])
    if origin is list:
        return {"type": "array", "items": schema_of(args[0], named)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(args[1], named)}
    if is_typeddict(kind):
        return _document(kind, named)
    return {} if kind is Any else {"type": _PLAIN[kind]}


def closed(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return named schemas that allow no keys but their own."""
    return {
        name: schema | {"additionalProperties": False} if "properties" in schema else schema
        for name, schema in schemas.items()
    }


def _union(schemas: list[Schema]) -> Schema:
    if all(list(schema) == ["type"] for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    return {"anyOf": schemas}


def _document(kind: Any, named: dict[str, Schema]) -> Schema:
    name = kind.__name__
    if name not in named:
        named[name] = {}
        hints = get_type_hints(kind, include_extras=True)
        named[name] = {
            "type": "object",
            "description": cleandoc(kind.__doc__ or ""),
            "properties": {key: schema_of(hint, named) for key, hint in hints.items()},
            "required": [key for key in hints if key in kind.__required_keys__],
        }
    return {"$ref": REFERENCE + name}


def _rules(part: Any, named: dict[str, Schema]) -> Schema:
    """Return the schema of a part of a rule set, by the rows of its keys."""
    name = part.__name__
    if name not in named:
        named[name] = {}
        keys = keys_of(part)
        named[name] = {
            "type": "object",
            "description": cleandoc(part.__doc__ or ""),
            "properties": {key.name: _value(key, named) for key in keys},
            "required": [key.name for key in keys],
        }
    return {"$ref": REFERENCE + name}


def _value(key: Key, named: dict[str, Schema]) -> Schema:
    inner = get_args(key.hint)
    if key.kind is Kind.PART:
        return {"type": "array", "items": _rules(inner[0], named)} if inner else _rules(key.hint, named)
    words: Schema = {"type": "string", "enum": [str(word) for word in key.words]} if key.words else {}
    if get_origin(key.hint) is tuple:
        schema: Schema = {"type": "array", "items": words or schema_of(inner[0], named)}
    elif get_origin(key.hint) is Mapping:
        schema = {"type": "object", "additionalProperties": schema_of(inner[1], named)}
    else:
        schema = words or schema_of(inner[0] if inner else key.hint, named)
    if key.most is not None and "type" in schema and schema["type"] == "integer":
        schema |= {"minimum": key.least, "maximum": key.most} if isinstance(key.least, int) else {"maximum": key.most}
    schema = {"anyOf": [schema, {"const": key.none}]} if key.none else schema
    return schema | {"description": key.meaning} if key.meaning else schema


# Check what was sent


MAX_INTEGER = 10**15
"""The largest number that is accepted; more is no count or sum of points."""

_WANTED = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_PYTHON = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": NoneType}


def faults_in(data: object, kind: Any) -> list[tuple[tuple[object, ...], str]]:
    """Return every fault of a document that should be of this type: its place as keys and indexes, and a sentence."""
    named: dict[str, Schema] = {}
    schema = schema_of(kind, named)
    return list(_faults(data, schema, closed(named), ()))


def _faults(
    data: object, schema: Schema, named: Mapping[str, Schema], at: tuple[object, ...]
) -> Iterator[tuple[tuple[object, ...], str]]:
    schema = named[schema["$ref"].removeprefix(REFERENCE)] if "$ref" in schema else schema
    options = schema.get("anyOf") or [schema]
    fitting = next((option for option in options if _has_type(data, option)), None)
    if fitting is None:
        yield at, f"Give {' or '.join(map(_wanted, options))}."
    elif len(options) > 1:
        yield from _faults(data, fitting, named, at)
    elif isinstance(data, dict):
        yield from _faults_of_object(data, schema, named, at)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _faults(item, schema["items"], named, (*at, index))


def _faults_of_object(
    data: dict[str, Any], schema: Schema, named: Mapping[str, Schema], at: tuple[object, ...]
) -> Iterator[tuple[tuple[object, ...], str]]:
    keys, others = schema.get("properties", {}), schema.get("additionalProperties")
    yield from (((*at, key), "This is needed.") for key in schema.get("required", ()) if key not in data)
    for key, value in data.items():
        if key in keys or others:
            yield from _faults(value, keys.get(key, others), named, (*at, key))
        else:
            yield (*at, key), f"There is no such key here. The keys are: {', '.join(keys) or 'none'}."


def _has_type(data: object, schema: Schema) -> bool:
    if "$ref" in schema:
        return isinstance(data, dict)
    if "enum" in schema:
        return data in schema["enum"] and not isinstance(data, bool)
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    is_small = not isinstance(data, int) or -MAX_INTEGER < data < MAX_INTEGER
    return is_small and any(type(data) is _PYTHON[name] for name in types)


def _wanted(schema: Schema) -> str:
    if "enum" in schema:
        return " or ".join(f"“{word}”" for word in schema["enum"])
    types = schema.get("type", "object")
    return " or ".join(_WANTED[name] for name in ([types] if isinstance(types, str) else types))
