"""Upload oversized files of every kind to a running server: none may take its memory, or hold its other requests.

The files are made on the fly: ten shapes of each kind in three sizes, up to the largest that a page accepts. Kinds are
spreadsheets as text and as workbooks (XLSX, ODS, XLS), plays of BG Stats, also zipped, clubs of Scorepad, and rules.
Each is uploaded and read to its end, and what can be recorded is recorded: many games wait while a game is in play, as
one is here. The server's peak of memory may be at most 64 MiB above what it had before all of them; readers, which are
processes of their own, are not counted. Every file must end in a page that shows what is in it or says why not, and a
file that ended its reader must not be read again by later looks at its page.

Meanwhile another phone opens a table; in the long form it may never wait for more than two seconds. At the end
`scorepad doctor` must say that all is well.
"""

import hashlib
import io
import json
import multiprocessing
import random
import re
import struct
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, cycle
from pathlib import Path

from bench.proofs.common import arguments, club_folder, doctor, running, verdict
from bench.proofs.phones import HUNG_UP, Phone, begin, hidden
from scorepad.environment import import_size
from scorepad.store.exports import FIRST, FORMAT, LAST

MAX_MIB = 64
MAX_SECONDS = 2.0
LONGEST = 600.0
"""Seconds after which the work on a file has failed to end. A preview may take five minutes, and so may recording."""

SIZES = (1, 0.25, 1 / 16)
SHORT = 5
SHORT_SCALE = 1 / 200
"""The size of a short form's files, compared with the full form's."""

MIB = 1024 * 1024
LARGEST = {"rules": 60_000}
"""The most bytes of a file of a kind. Default: the largest that a page imports."""
UNPACKED = 64 * MIB
"""The bytes of the oversized part of a workbook, and of the file in a zip file."""

GIVEN_UP = "is not read again"
WAITING = re.compile(r"<h1>(?:Reading|Recording) ")
HEADER = "Date,Team 1,Team 2,Points 1,Points 2\n"
GAME = "2024-12-24,Ann & Bob,Cleo & Dora,{},2\n"
AT = "2024-12-24T20:00:00.000+00:00"
FLAGS = '"guest":false,"retired":false,"merged_into":null,"renamed":false,"forgotten":false'

Shape = Callable[[random.Random, int], bytes]
"""Returns a file, or the oversized part of one, of about this many bytes."""

Values = Callable[[int], tuple[object, ...]]
"""Returns the values of the fields of a record with this number."""


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(len(SHAPES) * len(SIZES), SHORT, "oversized files of every kind, uploaded")
    faults: list[str] = []
    with club_folder() as folder, running(folder, faults) as server:
        phone, other = Phone(server.port), Other(server.port)
        # Of another year than all others: what is in the club already cannot be recorded again.
        good = HEADER + GAME.format(1).replace("2024", "2023")
        if _upload(phone, "csv", "results.csv", good.encode()) != ("recorded", True):
            raise SystemExit("A good file could not be imported, so nothing was proved.")
        before = _peak(server.process, starts=True)
        ends = dict.fromkeys(("shown", "recorded", "refused", "ended their reader"), 0)
        with other:
            for number, (kind, data) in enumerate(_files(asked.seed, asked.count, is_short=asked.short)):
                end, is_told = _upload(phone, kind, f"{number}.{kind}", data)
                ends[end] += 1
                faults += [f"{kind} {number} was {end}, and the page does not say so"] * (not is_told)
                if (raised := _peak(server.process) - before) > MAX_MIB * 1024:
                    faults.append(f"{kind} {number}: the server takes {raised // 1024} MiB more")
        raised = _peak(server.process) - before
        phone.hang_up()
        objection = doctor(folder)
    if not asked.short and other.slowest > MAX_SECONDS:
        faults.append(f"a page took {other.slowest:.1f} seconds")
    faults += other.faults + [objection] * bool(objection)
    figures: dict[str, object] = {"files": sum(ends.values()), **ends, "MiB more at most": f"{raised / 1024:.0f}"}
    figures |= {"pages of another phone": other.pages}
    if not asked.short:
        figures["seconds for the slowest"] = f"{other.slowest:.2f}"
    return verdict("uploads", figures, faults)


def _files(seed: int, number: int, *, is_short: bool) -> Iterator[tuple[str, bytes]]:
    """Yield so many files with their kinds. In the long form, another process makes the next one meanwhile."""
    make = partial(_file, seed, is_short=is_short)
    if is_short:
        yield from map(make, range(number))
        return
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as maker:
        following = maker.submit(make, 0)
        for at in range(1, number + 1):
            made, following = following, maker.submit(make, at)
            yield made.result()


def _file(seed: int, number: int, *, is_short: bool) -> tuple[str, bytes]:
    """Return the kind of a file, and the file: the kinds take turns, so that a few have all of them."""
    kinds = [[(kind, shape) for kind, shape in SHAPES if kind == name] for name in dict.fromkeys(k for k, _ in SHAPES)]
    in_turn = [each for of_kinds in zip(*kinds, strict=True) for each in of_kinds]
    kind, shape = in_turn[number % len(in_turn)]
    size = SIZES[number // len(in_turn) % len(SIZES)] * (SHORT_SCALE if is_short and kind not in LARGEST else 1)
    whole = LARGEST.get(kind, (import_size() - 1) * MIB)
    return kind, shape(random.Random(f"{seed} {number}"), max(1, int(whole * size)))


class Other:
    """A phone that opens its table again and again, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._phone = Phone(port)
        self._table = begin(self._phone)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.pages, self.slowest = 0, 0.0
        self.faults: list[str] = []

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        self._phone.hang_up()

    def _look(self) -> None:
        while not self._is_over.wait(0.05):
            began = time.monotonic()
            try:
                answer = str(self._phone.get(self._table).status)
            except HUNG_UP as error:
                answer = repr(error)
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.pages += 1
            self.faults += [f"the table was answered {answer}"] * (answer != "200")


def _peak(process: int, *, starts: bool = False) -> int:
    """Return the peak of a process's resident memory in KiB; `starts` first resets it to what it is now. Linux only."""
    if starts:
        Path(f"/proc/{process}/clear_refs").write_text("5", "ascii")
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


def _upload(phone: Phone, kind: str, name: str, data: bytes) -> tuple[str, bool]:
    """Upload a file and record it if possible. Return how it ended, and whether that is an answer to people."""
    if kind == "rules":
        status, page = _send(phone, "/rules/add", name, data)
        return ("shown" if status == 200 else "refused"), status in (200, 413, 422)
    status, address = _send(phone, "/import", name, data)
    if status != 303:
        return "refused", status == 413
    page = _settled(phone, address)
    if GIVEN_UP in page:
        return "ended their reader", GIVEN_UP in phone.get(address).text
    if "This file cannot be imported" in page:
        return "refused", "Something went wrong" not in page
    if 'value="import"' not in page:
        return "shown", "Nothing is recorded yet" in page
    phone.send(page, address, {"do": "import"})
    return "recorded", " imported</h1>" in _settled(phone, address)


def _settled(phone: Phone, address: str) -> str:
    """Return the page of a file, or of its import, once no work on it goes on."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        answer = phone.get(address)
        page = phone.get(answer.location).text if answer.location else answer.text
        if WAITING.search(page) is None:
            return page
        time.sleep(0.05)
    raise SystemExit(f"The work on a file did not end within {LONGEST:.0f} seconds.")


def _send(phone: Phone, path: str, name: str, data: bytes) -> tuple[int, str]:
    """Upload a file from the page at `path`. Return the status, and the new address or the page."""
    # Making the last file may have taken longer than the server keeps a connection.
    phone.hang_up()
    page, parts = phone.get(path).text, []
    fields = {field: hidden(page, field) for field in ("csrf_token", "key", "seen")}
    for field, value in fields.items():
        parts.append(f'--b\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'.encode())
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = b"".join([*parts, head.encode(), data, b"\r\n--b--\r\n"])
    answer = phone.ask("POST", path, body, **{"Content-Type": "multipart/form-data; boundary=b"})
    return answer.status, answer.location or answer.text


def _repeated(make: Callable[[int], str], size: int) -> Iterator[str]:
    """Yield `make(1)`, `make(2)` … of at most `size` characters in all, but at least one."""
    done = 0
    for number in count(1):
        done += max(1, len(text := make(number)))  # an empty line has an end too
        if done > size and number > 1:
            return
        yield text


def _table(row: Callable[[int], str]) -> Shape:
    return lambda draw, size: (HEADER + "".join(_repeated(row, size))).encode()


def _people(number: int) -> str:
    return f"2024-12-24,A{number} & B{number},C{number} & D{number},1,2\n"


def _json(before: str, item: Callable[[int], str], after: str) -> Shape:
    """Return a shape of JSON: items between two texts, with commas between them."""

    def make(draw: random.Random, size: int) -> bytes:
        items = "".join(_repeated(lambda number: f"{item(number)},", size))
        return (before + items.removesuffix(",") + after).encode()

    return make


def _play(number: int) -> str:
    scores = [{"playerRefId": at, "score": str(number), "team": "ab"[at % 2]} for at in range(1, 5)]
    return json.dumps({"playDate": "2024-12-24 20:00:00", "gameRefId": 1, "playerScores": scores})


PLAYERS = json.dumps([{"id": at, "name": name} for at, name in enumerate(("Ann", "Bob", "Cleo", "Dora"), start=1)])
OF_PLAYS = f'{{"games":[{{"id":1,"name":"Canasta"}}],"players":{PLAYERS},"plays":['


def _club(*lines: Callable[[int], str]) -> Shape:
    """Return a shape with a club's lines, each kind of them in turn until the file is full."""

    def make(draw: random.Random, size: int) -> bytes:
        first = json.dumps({"line": FIRST, "format": FORMAT, "version": "1.0.0", "people": 1, "games": 1, "entries": 1})
        rows = [text for line in lines for text in _repeated(line, size // len(lines))]
        content = "\n".join([first.replace(" ", ""), *rows, ""]).encode()
        last = {"line": LAST, "lines": len(rows) + 1, "sha256": hashlib.sha256(content).hexdigest()}
        return content + json.dumps(last, separators=(",", ":")).encode() + b"\n"

    return make


def _person(number: int) -> str:
    return f'{{"line":"person","id":{number},"key":null,"name":"P{number}","created_at":"{AT}","colour":null,{FLAGS}}}'


def _game(number: int) -> str:
    return f'{{"line":"game","number":{number},"key":"k{number}","created_at":"{AT}"}}'


def _entry(value: str, number: int, game: int = 1) -> str:
    return (
        f'{{"line":"entry","seq":{number},"game":{game},"round":1,"place":"team1","field":"f{number % 1000}",'
        f'"key":"e{number}","base":null,"status":"applied","device":null,"at":"{AT}","value":{value}}}'
    )


def _setting(number: int) -> str:
    return f'{{"line":"setting","name":"s{number}","value":"{"x" * 900}"}}'


def _book(part: str, before: str, item: Callable[[int], str], after: str) -> Shape:
    """Return a shape of a workbook with one oversized part. Random digits keep it from being packed too well."""

    def make(draw: random.Random, size: int) -> bytes:
        return _packed({part: before + _digits(draw, item, _unpacked(size)) + after})

    return make


def _unpacked(size: int) -> int:
    """Return the size before it is packed of a file that would have this size as another kind."""
    return int(UNPACKED * size / ((import_size() - 1) * MIB))


def _digits(draw: random.Random, item: Callable[[int], str], size: int) -> str:
    """Return items in which each ? is a random digit."""
    digits = cycle(draw.choices("0123456789", k=100_003))
    return "".join(text.replace("?", next(digits)) for text in _repeated(item, size))


def _packed(parts: Mapping[str, str]) -> bytes:
    """Return a workbook with a game in its sheet, and these parts instead of its own."""
    from openpyxl import Workbook

    book, own, whole = Workbook(), io.BytesIO(), io.BytesIO()
    assert book.active is not None
    for row in (HEADER.strip().split(","), ["2024-12-24", "Ann & Bob", "Cleo & Dora", 1, 2]):
        book.active.append(row)
    book.save(own)
    with zipfile.ZipFile(own) as old, zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as new:
        for name in [*old.namelist(), *(part for part in parts if part not in old.namelist())]:
            new.writestr(name, parts[name] if name in parts else old.read(name))
    return whole.getvalue()


def _open_book(before: str, item: Callable[[int], str], after: str, part: str = "") -> Shape:
    """Return a shape of an ODS workbook, with items in its sheet after a game, or in another part."""

    def make(draw: random.Random, size: int) -> bytes:
        items, whole = before + _digits(draw, item, _unpacked(size)) + after, io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as new:
            new.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
            new.writestr("META-INF/manifest.xml", "<manifest/>")
            new.writestr("content.xml", OPEN.format("" if part else items))
            if part:
                new.writestr(part, items)
        return whole.getvalue()

    return make


def _old_book(kind: int, fields: str, values: Values, *, is_of_sheet: bool = True) -> Shape:
    """Return a shape of an XLS workbook with one kind of record again and again, in its sheet or before it."""

    def make(draw: random.Random, size: int) -> bytes:
        from xlwt.CompoundDoc import XlsDoc

        records, done = [], 0
        for number in count(1):
            data = struct.pack(f"<{fields}", *values(number))
            records.append(struct.pack("<HH", kind, len(data)) + data)
            done += len(records[-1])
            if done > size:
                break
        stream, whole = _old_stream(b"".join(records), is_of_sheet=is_of_sheet), io.BytesIO()
        XlsDoc().save(whole, stream)
        return whole.getvalue()

    return make


def _old_stream(records: bytes, *, is_of_sheet: bool) -> bytes:
    """Return the records of an XLS workbook with a game in its sheet, and others at its end, or before all sheets."""
    from xlwt import Workbook

    book = Workbook()
    sheet = book.add_sheet("Results")
    for row, values in enumerate((HEADER.strip().split(","), ["2024-12-24", "Ann & Bob", "Cleo & Dora", 1, 2])):
        for column, value in enumerate(values):
            sheet.write(row, column, value)
    stream, at, ends, sheets = bytes(book.get_biff_data()), 0, [], []
    while at < len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        ends += [at] * (kind == END)
        sheets += [at + 4] * (kind == SHEET_AT)
        at += 4 + size
    if is_of_sheet:
        return stream[: ends[-1]] + records + stream[ends[-1] :]
    moved = struct.pack("<I", struct.unpack_from("<I", stream, sheets[0])[0] + len(records))
    return stream[: sheets[0]] + moved + stream[sheets[0] + 4 : ends[0]] + records + stream[ends[0] :]


def _zipped(shape: Shape) -> Shape:
    def make(draw: random.Random, size: int) -> bytes:
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as new:
            new.writestr("BGStatsExport.json", shape(draw, _unpacked(size)))
        return whole.getvalue()

    return make


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"
OF_SHEET = f'<worksheet xmlns="{MAIN}"><sheetData>'
OF_MERGED = f"{OF_SHEET}</sheetData><mergeCells>"
TO_END = "</sheetData></worksheet>"
OPEN = (
    "<office:document-content"
    + "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    + '><office:body><office:spreadsheet><table:table table:name="Results">'
    + "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
            for text in line.strip().replace("&", "&amp;").split(",")
        )
        + "</table:table-row>"
        for line in (HEADER, GAME.format(1))
    )
    + "{}</table:table></office:spreadsheet></office:body></office:document-content>"
)
OF_CELL = '<table:table-row><table:table-cell office:value-type="string"><text:p>'
TO_CELLS_END = "</text:p></table:table-cell></table:table-row>"
ROW = "<table:table-row{}>{}</table:table-row>"
EMPTY = "<table:table-cell{}/>"
FULL = '<table:table-cell office:value-type="float" office:value="?"{}/>'
END, SHEET_AT = 0x0A, 0x85
"""Kinds of records of XLS: the end of a sheet or of what is before it, and where a sheet begins."""

OF_STYLES = f'<styleSheet xmlns="{MAIN}"><cellXfs>'


def _rules(before: str, item: Callable[[int], str], after: str = "") -> Shape:
    return lambda draw, size: (before + "".join(_repeated(item, size)) + after).encode()


def _of(text: str) -> Callable[[int], str]:
    """Return a maker of texts in which # is the number."""
    return lambda number: text.replace("#", str(number))


SHAPES: tuple[tuple[str, Shape], ...] = (
    *(("csv", shape) for shape in (
        _table(GAME.format),
        _table(_people),
        _table(_of("2024-12-24,A# & B,C & D,1,2,x\n")),
        _table(_of('"\n",')),
        _table(_of("a,")),
        _table(_of('"')),
        _table(_of("\n")),
        _table(_of('2024-12-24,"A#, B","C, D",1,2\n')),
        _table(_of("03/04/2024,Ann & Bob,Cleo & Dora,#,2\n")),
        _table(_of("#,🂡\n")),
    )),
    *(("xlsx", shape) for shape in (
        _book(SHEET, f"{OF_SHEET}<row>", _of('<c s="?"/>'), f"</row>{TO_END}"),
        _book(SHEET, OF_SHEET, _of('<row ht="?"/>'), TO_END),
        _book(SHEET, OF_SHEET, _of('<row><c s="?"/></row>'), TO_END),
        _book(SHEET, OF_SHEET, _of('<row r="#"><c r="XFD#" t="n"><v>?</v></c></row>'), TO_END),
        _book(SHEET, f'{OF_SHEET}<row><c t="inlineStr"><is><t>', _of("#?"), f"</t></is></c></row>{TO_END}"),
        _book(SHEET, OF_MERGED, _of('<mergeCell ref="A?:B#"/>'), "</mergeCells></worksheet>"),
        _book("xl/styles.xml", OF_STYLES, _of('<xf numFmtId="?"/>'), "</cellXfs></styleSheet>"),
        _book("xl/styles.xml", OF_STYLES, _of('<font><sz val="?"/></font>'), "</cellXfs></styleSheet>"),
        _book("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">', _of("<si><t>#?</t></si>"), "</sst>"),
        _book("docProps/core.xml", "<x>", _of("<y>"), "</x>"),
    )),
    *(("bgsplay", shape) for shape in (
        _json(OF_PLAYS, _play, "]}"),
        _json(OF_PLAYS, _of("[]"), "]}"),
        _json(OF_PLAYS, _of("{}"), "]}"),
        _json(OF_PLAYS, _of("#"), "]}"),
        _json(f'{OF_PLAYS}{{"gameRefId":1,"playerScores":[', _of('{"playerRefId":#}'), "]}]}"),
        _json('{"plays":[],"players":[', _of('{"id":#,"name":"#"}'), "]}"),
        _json('{"plays":[],', _of('"#":0'), "}"),
        _json('{"plays":["', _of("\\\\u0041#"), '"]}'),
        lambda draw, size: b'{"plays":' + b"[" * size,
        lambda draw, size: b'{"a":' * (size // 5),
    )),
    *(("jsonl", shape) for shape in (
        _club(_person),
        _club(_setting),
        _club(_person, _game),
        _club(_game, partial(_entry, "1")),
        _club(_game, partial(_entry, f'[{",".join(["[]"] * 1_000_000)}]')),
        _club(_game, partial(_entry, "[" * 1_000 + "]" * 1_000)),
        _club(_game, partial(_entry, f'"{"x" * 100_000}"')),
        _club(_of('{"line":"rules"}')),
        _club(_of("")),
        _club(_of("x" * 5_000_000)),
    )),
    *(("rules", shape) for shape in (
        _rules("", _of("a#=1\n")),
        _rules("", _of("[a#]\n")),
        _rules("", _of("[[a]]\n")),
        _rules("a=", _of("["), "\n"),
        _rules("a=[", _of("[],"), "]\n"),
        _rules("a=[", _of("{b=#},"), "]\n"),
        _rules("a='", _of("x"), "'\n"),
        _rules('a="""', _of("\\n"), '"""\n'),
        _rules("a=", _of("9")),
        _rules("", _of("# no rule\n")),
    )),
    *(("ods", shape) for shape in (
        _open_book("<table:table-row>", _of(EMPTY.format(' table:style-name="?"')), "</table:table-row>"),
        _open_book("", _of(ROW.format(' table:style-name="?"', "")), ""),
        _open_book("", _of(ROW.format("", EMPTY.format(' table:number-columns-repeated="1638?"'))), ""),
        _open_book("", _of(ROW.format(' table:number-rows-repeated="104857?"', FULL.format(""))), ""),
        _open_book("", _of(ROW.format("", FULL.format(' table:number-columns-repeated="1638?"'))), ""),
        _open_book("", _of(ROW.format(' table:visibility="collapse"', FULL.format(""))), ""),
        _open_book(OF_CELL, _of("#?"), TO_CELLS_END),
        _open_book(OF_CELL, _of("?<text:line-break/>"), TO_CELLS_END),
        _open_book("", _of('</table:table><table:table table:name="#?">'), ""),
        _open_book("<x>", _of("<y?>"), "</x>", "styles.xml"),
    )),
    *(("xls", shape) for shape in (
        _old_book(0x201, "HHH", lambda n: (n // 256 % 65_536, n % 256, 15)),
        _old_book(0x203, "HHHd", lambda n: (2 + n // 200 % 65_000, n % 200, 15, n)),
        _old_book(0xBE, "HH200HH", lambda n: (n % 65_536, 0, *[15] * 200, 199)),
        _old_book(0x204, "HHHHB8000s", lambda n: (2 + n % 65_000, n % 5, 15, 8_000, 0, b"x" * 8_000)),
        _old_book(0x208, "HHHHHHI", lambda n: (n % 65_536, 0, 255, 255, 0, 0, 0)),
        _old_book(0x06, "HHHdHIH", lambda n: (2 + n % 65_000, n % 200, 15, n, 0, 0, 0)),
        _old_book(0xE5, "HHHHH", lambda n: (1, 0, n % 65_536, 0, 255)),
        _old_book(0xE0, "HH16s", lambda n: (0, n % 65_536, b""), is_of_sheet=False),
        _old_book(0x41E, "HHB20s", lambda n: (n % 65_536, 20, 0, b"0" * 20), is_of_sheet=False),
        _old_book(0x85, "IBBBB20s", lambda n: (n, 0, 0, 20, 0, b"x" * 20), is_of_sheet=False),
    )),
)  # fmt: skip
SHAPES += tuple(("zip", _zipped(shape)) for kind, shape in SHAPES if kind == "bgsplay")

if __name__ == "__main__":
    raise SystemExit(main())
