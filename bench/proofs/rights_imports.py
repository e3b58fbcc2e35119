"""Every action of forms on imports: more of the expected rights of `rights_actions`."""

import io
import secrets

from bench.proofs.rights_actions import OWNS, Form, action
from tests.web.driving import Visitor

TABLE = "Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Ann & Bob,Cleo & Dora,{},1\n"


class _Again(io.BytesIO):
    """A file that rewinds at its end, so that each guest sends all of it."""

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        if not data:
            self.seek(0)
        return data

    def close(self) -> None:
        """Stay open for the next guest."""


def _sent(owner: Visitor) -> str:
    """Upload a unique file. Return the path of its preview, which waits for a decision."""
    fields = owner.get("/import").form("/import").fields
    file = (io.BytesIO(TABLE.format(secrets.randbelow(900_000)).encode()), "results.csv")
    answer = owner.client.post("/import", data=fields | {"file": file}, content_type="multipart/form-data")
    return str(answer.location)


def _imported(owner: Visitor) -> str:
    path = _sent(owner)
    own = owner.get("/join").form("/join").fields
    owner.post(path, {"csrf_token": own["csrf_token"], "key": own["key"], "do": "import"})
    return f"/import/{owner.club.imports.all()[0].id}/undo"


@action(OWNS, "imports.look", records=False)
def choose_a_file_to_import(owner: Visitor) -> Form:
    return Form(0, "/import", {"file": (_Again(TABLE.encode()), "results.csv")})


@action(OWNS, "imports.decide", "do=look", records=False)
def look_again_at_a_file(owner: Visitor) -> Form:
    path = _sent(owner)
    # The search for known games updates the league's figures, which records nothing.
    owner.club.league.catch_up()
    return Form(0, path, {"do": "look"})


@action(OWNS, "imports.decide", "do=import")
def import_a_file(owner: Visitor) -> Form:
    return Form(0, _sent(owner), {"do": "import"})


@action(OWNS, "imports.discard", records=False)
def forget_a_file(owner: Visitor) -> Form:
    return Form(0, f"{_sent(owner)}/discard", {})


@action(OWNS, "imports.undo")
def undo_an_import(owner: Visitor) -> Form:
    return Form(0, _imported(owner), {})


@action(OWNS, "imports.undo")
def bring_an_import_back(owner: Visitor) -> Form:
    path = _imported(owner)
    owner.club.imports.undo(int(path.split("/")[2]))
    return Form(0, path, {"back": "1"})
