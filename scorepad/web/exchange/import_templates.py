"""The spreadsheet template for past results, to download."""

from typing import Any

from flask import Blueprint, Response, abort

from scorepad.exchange.imports.template import ENDINGS, template

pages = Blueprint("import_templates", __name__, url_prefix="/import")


@pages.get("/template.<ending>")
def download(ending: str) -> Any:
    """Send the template as CSV or XLSX."""
    if ending not in ENDINGS:
        abort(404)
    headers = {"Content-Disposition": f"attachment; filename=scorepad-results.{ending}"}
    return Response(template(ending), content_type=ENDINGS[ending], headers=headers)
