"""Let eight phones make conflicting edits at one table over a network that loses and doubles: nothing may be lost.

Each phone reaches the server through a proxy (`lossy_proxy`) that affects 45 % of its requests. It sends forms as our
scripts do (`lossy_phone`): again under the same key until they are answered. Then a simple model (`lossy_model`) checks
that every acknowledged form is in the file once and whole, that no edit was replaced by someone who had not seen it,
and that every page asked about the open conflicts. In the end all phones must show what the file has.
"""

import threading
from contextlib import ExitStack
from random import Random

from bench.proofs.common import Running, arguments, club_folder, doctor, running, verdict
from bench.proofs.lossy_model import (
    Row,
    faults_of_cells,
    faults_of_forms,
    faults_of_looks,
    faults_of_pages,
    is_acknowledged,
    rows_of,
)
from bench.proofs.lossy_people import RULES, Person
from bench.proofs.lossy_phone import Outbox
from bench.proofs.lossy_proxy import Proxy
from bench.proofs.phones import Phone, begin, token_of
from tests.support.server import owner_token

EDITS, SHORT = 1_000, 20
TOO_MUCH = "Scorepad is busy"
"""The message of a server on a busy machine, in its log and to a phone, which then resends its form."""

PHONES, SHORT_PHONES = 8, 4


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(
        EDITS, SHORT, "conflicting edits of each of eight phones through a network that loses and doubles"
    )
    phones = SHORT_PHONES if asked.short else PHONES
    faults: list[str] = []
    with club_folder() as folder:
        with running(folder, faults) as server:
            table = begin(Phone(server.port), **RULES)
        owners = phones // 2
        tokens = [owner_token(n) for n in range(owners)]
        tokens += [token_of(folder, role="scorer") for _ in range(phones - owners)]
        with running(folder, faults) as server:
            proxies, people, pages = _play(server, table, tokens, asked.seed, asked.count, faults)
        boxes = [person.box for person in people]
        rows, cells = rows_of(folder, boxes)
        wrong = faults_of_forms(rows, boxes)
        unseen = faults_of_cells(rows, cells)
        unasked = faults_of_looks(rows, [look for box in boxes for look in box.looks])
        objection = doctor(folder)
    faults = [fault for fault in faults if TOO_MUCH not in fault]
    faults += [fault for some in wrong.values() for fault in some] + unseen + unasked + faults_of_pages(cells, pages)
    faults += [objection] * bool(objection)
    figures = _figures(proxies, people, rows) | {kind: len(some) for kind, some in wrong.items()}
    figures |= {"replaced unseen": len(unseen), "pages that asked wrongly": len(unasked)}
    return verdict("lossy", figures, faults)


def _play(
    server: Running, table: str, tokens: list[str], seed: int, count: int, faults: list[str]
) -> tuple[list[Proxy], list[Person], dict[int, list[dict[str, str]]]]:
    """Let everyone play, and settle the open conflicts. Also return what all phones show then, by round."""
    with ExitStack() as network:
        proxies = [Proxy(server.port, Random(f"{seed} network {n}")) for n in range(len(tokens))]
        people = []
        for n, (proxy, token) in enumerate(zip(proxies, tokens, strict=True)):
            phone = Phone(network.enter_context(proxy.listening()), token)
            people.append(Person(Outbox(phone, Random(f"{seed} phone {n}"), table)))
        threads = [threading.Thread(target=_edit, args=(person, count, faults)) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for proxy in proxies:
            proxy.deliver_late()
            proxy.affected = 0
        _settle_all(people[0])
        pages = _last_pages([person.box for person in people])
        for person in people:
            person.box.phone.hang_up()
    return proxies, people, pages


def _edit(person: Person, count: int, faults: list[str]) -> None:
    try:
        while person.edits < count:
            person.act()
    except Exception as error:
        faults.append(f"a phone could not go on: {error!r}")
        raise


def _settle_all(person: Person) -> None:
    while person.box.open(person.box.home) or person.box.view.questions:
        person.settle()


def _last_pages(boxes: list[Outbox]) -> dict[int, list[dict[str, str]]]:
    """Return what each phone shows in each round."""
    pages: dict[int, list[dict[str, str]]] = {}
    for number in range(1, boxes[0].view.round + 1):
        for box in boxes:
            box.open(f"{box.home}/rounds/{number}/edit")
            pages.setdefault(number, []).append(box.view.inputs)
    return pages


def _figures(proxies: list[Proxy], people: list[Person], rows: list[Row]) -> dict[str, object]:
    requests = sum(proxy.requests for proxy in proxies)
    affected = sum(sum(proxy.fates.values()) for proxy in proxies)
    jobs = [job for person in people for job in person.box.sent]
    return {
        "phones": len(people),
        "edits": sum(person.edits for person in people),
        "acknowledged forms": sum(map(is_acknowledged, jobs)),
        "entries": len(rows),
        "rounds": max(row.cell[0] for row in rows),
        "requests": requests,
        "of them lost or doubled": affected,
        "refused and asked about": sum(row.status == "conflict" for row in rows),
        "settled by a tap": sum(person.settled for person in people),
        "taken back": sum(person.undone for person in people),
        "pages looked at": sum(len(person.box.looks) for person in people),
    }


if __name__ == "__main__":
    raise SystemExit(main())
