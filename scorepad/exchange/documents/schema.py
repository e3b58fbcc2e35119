"""Build JSON Schema from the types of the documents."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from scorepad.rules.keys import Key, Kind, keys_of

Schema = dict[str, Any]

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
        return {"enum": list(args)}
    if origin in (Union, UnionType):
        return _union([schema_of(arg, named) for arg in args])
    if origin is list:
        return {"type": "array", "items": schema_of(args[0], named)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(args[1], named)}
    if is_typeddict(kind):
        return _document(kind, named)
    return {} if kind is Any else {"type": _PLAIN[kind]}


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
            "additionalProperties": False,
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
            "additionalProperties": False,
        }
    return {"$ref": REFERENCE + name}


def _value(key: Key, named: dict[str, Schema]) -> Schema:
    inner = get_args(key.hint)
    if key.kind is Kind.PART:
        return {"type": "array", "items": _rules(inner[0], named)} if inner else _rules(key.hint, named)
    words = {"enum": [str(word) for word in key.words]} if key.words else {}
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
