"""A damaged, malicious or unsupported file gets a message that says where the fault is and what to do."""

import io
import json
import zipfile

import pytest

from tests.exchange.imports.test_spreadsheets import workbook

HEADER = "Date,Team 1,Team 2,Points 1,Points 2\n"
LINE = "2024-12-24,Ann & Bob,Cleo & Dora,1,2\n"
PLAY = {"plays": [{"playDate": "2024-12-24 20:00:00", "gameRefId": 1, "playerScores": []}]}


def parts(**members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in ({"xl/workbook.xml": b"<x/>"} | members).items():
            file.writestr(name, data)
    return stream.getvalue()


def documents_of(name):
    """A zip with one part, as other office programs write it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        file.writestr(name, b"<x/>")
    return stream.getvalue()


def with_entities():
    """A real workbook whose sheet defines an entity bomb."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(["Date"]))) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.startswith("xl/worksheets/"):
                bomb = "".join(f'<!ENTITY {a} "{f"&{b};" * 10}">' for a, b in zip("bcdefgh", "abcdefg", strict=True))
                data = f'<!DOCTYPE x [<!ENTITY a "ha">{bomb}]>'.encode() + data.replace(b"<row", b"<row>&h;</row><row")
            new.writestr(name, data)
    return stream.getvalue()


FULL, BLANK = '<table:table-cell office:value-type="float" office:value="1"{}/>', "<table:table-cell{}/>"


def open_document(row, cells):
    """An ODS workbook with one row. Attributes say how often a row or a cell is repeated."""
    return parts(
        **{"content.xml": f"<table:table><table:table-row{row}>{cells}</table:table-row></table:table>".encode()}
    )


def again(number, what="columns"):
    return f' table:number-{what}-repeated="{number}"'


FILES = {
    "nothing": (b"", "The file is empty."),
    "no table": (b"Hello\nworld\n", "No table was found in the file."),
    "other columns": (b"Apples,Pears\n1,2\n", "no column for Date, Team 1, Team 2, Points 1, Points 2"),
    "zeros": (b"\0" * 100_000, "it has bytes that no text has"),
    "a zero further down": ((HEADER + LINE * 200 + "x\0y,1\n").encode(), "Line 202 holds bytes that no text has"),
    "a long line": ((HEADER + "x" * 300_000).encode(), "Line 2 is longer than 200,000 characters."),
    "a quote without an end": ((HEADER + '"' + LINE * 6_000).encode(), "Perhaps a quotation mark"),
    "a million columns": (b"a," * 90_000 + b"\n1\n", "has 90,001 columns. At most 200 are read"),
    "half a letter": ((HEADER + LINE).encode("utf-16")[:-1], "on is damaged. Save the file again"),
    "neither encoding": (HEADER.encode() + b"2024-12-24,\x81\x8d,B,1,2\n", "from line 2 on is damaged. Save the file"),
    "half a workbook of old Excel": (b"\xd0\xcf\x11\xe0" + b"x" * 600, "The workbook is damaged or not complete."),
    "a binary workbook": (parts(**{"xl/workbook.bin": b"x"}), "This is a binary workbook (XLSB)."),
    "a text document": (documents_of("word/document.xml"), "This is no workbook that can be read."),
    "a picture": (b"\x89PNG\r\n", "This is a document or a picture."),
    "a club's database": (b"SQLite format 3\0" + b"x" * 600, "Everything, to move the club"),
    "half a workbook": (workbook(["Date"])[:700], "The workbook is damaged or not complete."),
    "some other zip": (parts(**{"xl/workbook.xml": b"no xml"}), "The workbook is damaged or not complete."),
    "a bomb": (parts(**{"xl/worksheets/sheet1.xml": b" " * 30_000_000}), "The workbook unpacks to 28 MiB"),
    "many parts": (parts(**{f"x/{at}": b"" for at in range(1_001)}), "The workbook has 1,002 parts"),
    "a large part": (parts(**{"xl/styles.xml": bytes(range(256)) * 20_000}), "The workbook unpacks to"),
    "many lines": ((HEADER + "\n" * 1_100_000).encode(), "more than 1,048,576 lines"),
    "many plays": (b'{"plays": [' + b"{}," * 50_000 + b"{}]}", "more than 50,000 plays"),
    "entities": (with_entities(), "The workbook defines entities"),
    "a cell far away": (workbook(["Date"], at={"CV60000": "end"}), "A cell of the sheet is far away from its table."),
    "a row a million times": (open_document(again(1_000_000, "rows"), FULL.format("") * 6), "is far away from its"),
    "a cell a million times": (open_document("", FULL.format(again(6_000_000))), "is far away from its table."),
    "a cell after many": (open_document(again(400, "rows"), BLANK.format(again(16_000)) + FULL.format("")), "far away"),
    "half a JSON": (json.dumps(PLAY).encode()[:-4], "The file is not complete JSON: line 1, column"),
    "deep JSON": (b"[" * 200_000, "nests lists too deeply"),
    "NaN": (b'{"plays": [NaN]}', "has a number that JSON does not allow"),
    "a number of digits": (b'{"plays": [' + b"1" * 5_000 + b"]}", "thousands of digits"),
    "other JSON": (b'{"a": 1}', "neither plays of BG Stats or Ludopedia nor a club of Scorepad"),
    "JSON in Latin-1": ('{"plays": ["é"]}'.encode("latin-1"), "The file is not UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "sentence"), FILES.values(), ids=FILES)
def test_it_is_refused_with_a_sentence(bring, content, sentence):
    assert sentence in bring(content, "file.bin").refusal


SMALL = HEADER.strip().split(",")


@pytest.mark.parametrize(
    ("limit", "content", "sentence"),
    [
        (("rows", "MAX_CELLS"), workbook(SMALL, *[["x"]] * 30), "A cell of the sheet is far away"),
        (("bg_stats", "MAX_VALUES"), b'{"plays": [' + b"[], " * 99 + b"[]]}", "The file has more than 90 values."),
        (("rows", "LONGEST_LINE"), (HEADER + '"a\n",' * 40).encode(), "cannot be read: it is longer than 90 char"),
    ],
)
def test_limits_hold_before_a_library_has_the_whole(bring, monkeypatch, limit, content, sentence):
    monkeypatch.setattr("scorepad.exchange.imports.{}.{}".format(*limit), 90)
    assert sentence in bring(content).refusal


def test_columns_without_end_stop_at_the_cap(bring):
    wide = [None] * 300 + ["x"]
    assert "Line 2 has 301 columns." in bring(workbook(HEADER.strip().split(","), wide), "wide.xlsx").refusal


HALF = {"playerRefId": 1, "score": "\ud800"}


@pytest.mark.parametrize("scores", ["x", [1, None], [{"playerRefId": "1"}], [HALF] * 2])
def test_plays_of_any_shape_are_problems_with_their_number(bring, scores):
    play = PLAY["plays"][0] | {"playerScores": scores}
    document = {"plays": [play], "players": [{"id": 1, "name": "\ud800"}]}
    (problem,) = bring(json.dumps(document)).problems
    assert problem.startswith("Play 1: ")
