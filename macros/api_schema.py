"""What is published about the API's shape: a JSON Schema for each file, and one OpenAPI description of them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pydantic.json_schema import models_json_schema

from . import api_model as shape

if TYPE_CHECKING:
    from .api import Endpoint

DIALECT = "https://json-schema.org/draft/2020-12/schema"
LICENCE = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
CONVENTIONS = " ".join(shape.__doc__.partition("\n\n")[2].split())


def json_schema(model: type[shape.Response], languages: list[str], address: str) -> dict:
    """The JSON Schema of a file, under its own address."""
    schema = model.model_json_schema(mode="serialization")
    _name_languages(schema["$defs"], languages)
    return {"$schema": DIALECT, "$id": address, **schema}


def open_api(endpoints: Iterable[Endpoint], examples: Mapping[str, tuple[str, shape.Response]], languages: list[str], address: str) -> dict:
    """The OpenAPI description. `examples` has for each endpoint an id and the response to it; `address` is that of the API."""
    endpoints = list(endpoints)
    models = [(endpoint.model, "serialization") for endpoint in endpoints]
    references, schemas = models_json_schema(models, ref_template="#/components/schemas/{model}")
    _name_languages(schemas["$defs"], languages)
    return {
        "openapi": "3.1.0",
        "info": {"title": "DeepInfer support knowledge base", "version": "1", "summary": "Verdicts with their sources and dates, as static files.", "description": CONVENTIONS, "license": LICENCE},
        "jsonSchemaDialect": DIALECT,
        "servers": [{"url": address.rstrip("/")}],
        "paths": {f"/{e.path}": {"get": _operation(e, references[e.model, "serialization"], *examples[e.name])} for e in endpoints},
        "components": {"schemas": schemas["$defs"]},
    }


def _operation(endpoint: Endpoint, schema: dict, id: str, response: shape.Response) -> dict:
    content = {"application/json": {"schema": schema, "example": _shortened(response)}}
    operation = {"operationId": endpoint.name, "summary": endpoint.summary, "responses": {"200": {"description": endpoint.summary, "content": content}}}
    if id:
        operation["parameters"] = [{"name": "id", "in": "path", "required": True, "description": "Id of an accelerator, as in accelerators.json.", "schema": {"type": "string"}, "example": id}]
        operation["responses"]["404"] = {"description": "There is no accelerator of that id: no verdict, and never a neighbour's."}
    return operation


def _shortened(response: shape.Response) -> dict:
    """A response whose lists have one item each: what it looks like, and still valid."""
    return {name: value[:1] if isinstance(value, list) else value for name, value in response.model_dump(mode="json").items()}


def _name_languages(definitions: dict, languages: list[str]) -> None:
    """Say which languages there are wherever a statement or an address is given in all of them."""
    for model in (shape.Words, shape.Addresses):
        if schema := definitions.get(model.__name__):
            schema["properties"] = {code: schema["additionalProperties"] | {"description": f"In the language `{code}`."} for code in languages}
            schema["required"] = languages
