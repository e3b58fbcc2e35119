"""Build JSON Schema from the types of the documents."""

from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]

REFERENCE = "#/components/schemas/"
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema_of(kind: Any, named: dict[str, Schema]) -> Schema:
    """Return the schema of a type. Schemas of nested documents are added to `named` and referenced."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return schema_of(args[0], named) | {"description": args[1]}
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
