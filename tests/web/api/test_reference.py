"""The page of the API says all that the OpenAPI document says, to anyone, without scripts."""

import re

from scorepad.web.api.openapi import document


def test_it_has_every_operation_and_every_document(visitor):
    page = visitor.client.get("/api/").text
    operations = [
        (f"{method.upper()} /api/v1{path}", operation["operationId"])
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    ]
    for title, name in operations:
        assert f'<section id="{name}">' in page
        assert f"<code>{title}</code>" in page
    for name, schema in document()["components"]["schemas"].items():
        assert f'<section id="{name}">' in page
        assert page.count("<dt>") > len(schema["properties"])


def test_every_link_on_it_leads_somewhere(visitor):
    page = visitor.client.get("/api/").text
    targets = re.findall(r'id="(\w+)"', page)
    assert set(re.findall(r'href="#(\w+)"', page)) <= {*targets}
    assert len({*targets}) == len(targets)


def test_it_allows_no_inline_styles(visitor):
    assert "unsafe-inline" not in visitor.client.get("/api/").headers["Content-Security-Policy"]
