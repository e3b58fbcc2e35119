"""What makes the pages installable as an app, and the requests of scripts other than forms."""

import json
import re

import pytest

from scorepad.store import Role
from scorepad.web.app import icons
from tests.support.server import ROOT
from tests.web.driving import OUT_FIRST, Visitor, guarded
from tests.web.hosting import make_club


@pytest.mark.parametrize("prefix", ["", "/c/den"])
def test_manifest_and_worker_belong_to_the_club_and_anybody_may_see_them(app, prefix):
    if prefix:
        make_club(app.config["HOME"], "den")
    stranger = app.test_client()
    answer = stranger.get(f"{prefix}/manifest.webmanifest")
    guarded(answer)
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (manifest["start_url"], manifest["scope"]) == (f"{prefix}/", f"{prefix}/")
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert icon["src"].startswith(f"{prefix}/assets/")
        picture = stranger.get(icon["src"])
        assert (picture.status_code, picture.mimetype) == (200, icon["type"])
    assert f'["{prefix}/assets/' in stranger.get(f"{prefix}/service-worker.js").text


def test_the_icon_on_the_home_screen_offers_what_its_phone_may_do(visitor, table):
    def shortcuts(phone):
        return {each["name"]: each["url"] for each in json.loads(phone.get("/manifest.webmanifest").text)["shortcuts"]}

    assert shortcuts(visitor.client) == {"Continue": "/continue", "New game": "/games/new"}
    assert shortcuts(Visitor(visitor.app, Role.READER).client) == {"Continue": "/continue"}
    assert shortcuts(visitor.app.test_client()) == {}


def test_continue_leads_to_the_game_that_was_touched_last_or_home(first_visitor):
    assert first_visitor.client.get("/continue").location == "/"
    first, second = first_visitor.begin(), first_visitor.begin()
    first.sheet().save(**{"team1.melded": "300"})
    assert first_visitor.client.get("/continue").location == first.address
    reader = Visitor(first_visitor.app, Role.READER)
    assert reader.client.get("/continue").location == f"{first.address}/board"
    for table in (first, second):
        for number in range(1, 5):
            table.play(number, **OUT_FIRST)
    assert first_visitor.client.get("/continue").location == "/"


def test_the_offer_of_an_icon_is_there_after_the_first_finished_game_and_hidden_without_scripts(first_visitor):
    table = first_visitor.begin()
    assert "install" not in first_visitor.get("/").source
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    (section,) = first_visitor.get("/").classed("install")
    assert "hidden" in section.attributes
    assert first_visitor.get("/").links["See the shortest way to https"] == "/https"
    assert first_visitor.get("/https").heading == "What https would add"


@pytest.mark.parametrize("prefix", ["", "/c/hut"])
def test_the_page_for_phones_without_a_connection_leads_back_and_is_open_to_all(app, prefix):
    if prefix:
        make_club(app.config["HOME"], "hut")
    stranger = app.test_client()
    answer = stranger.get(f"{prefix}/away")
    guarded(answer)
    assert answer.status_code == 200
    assert f'href="{prefix}/" data-table="Back to the table"' in answer.text
    assert f'const AWAY = "{prefix}/away";' in stranger.get(f"{prefix}/service-worker.js").text


def test_the_worker_keeps_every_asset_that_pages_use(visitor):
    answer = visitor.client.get("/service-worker.js")
    guarded(answer)
    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    (kept,) = re.findall(r"const ASSETS = (.*);", answer.text)
    page = visitor.get("/").root
    links = [link for link in page.all("link") if link["rel"] != "apple-touch-icon"]
    used = {link["href"] for link in links if "/assets/" in link["href"]}
    used |= {script["src"] for script in page.all("script")}
    assert used <= set(json.loads(kept))


def test_a_script_with_an_old_token_is_given_a_new_one_and_nothing_is_kept(visitor, table):
    before = table.entries
    form = table.page().form("/edit")
    fields = form.fields | {"csrf_token": "old", "step": "team1.clean+1"}
    answer = visitor.client.post(form.action, data=fields, headers={"X-Scorepad-Token": "new"})
    assert (answer.status_code, answer.text) == (422, "")
    assert table.entries == before
    again = fields | {"csrf_token": answer.headers["X-Scorepad-Token"]}
    assert visitor.client.post(form.action, data=again).status_code == 303


def test_a_script_that_has_more_to_send_is_led_to_no_page(visitor, table):
    form = table.page().form("/edit")
    fields = form.fields | {"step": "team1.clean+1"}
    more = {"X-Scorepad-More": "1"}
    answer = visitor.client.post(form.action, data=fields, headers=more)
    assert (answer.status_code, answer.headers["X-Scorepad-More"]) == (204, "kept")
    unreadable = form.fields | {"key": "0" * 32, "team1.clean": "many"}
    assert visitor.client.post(form.action, data=unreadable, headers=more).status_code == 422
    assert visitor.client.get(table.address, headers=more).status_code == 200


def test_every_icon_is_the_same_drawing_in_its_own_size(app, tmp_path, monkeypatch):
    client = app.test_client()
    version = app.jinja_env.globals["asset_version"]

    def drawn():
        icons.png.cache_clear()
        return {name: client.get(f"/assets/{version}/{name}").data for name in icons.ICONS}

    before = drawn()
    for name, picture in before.items():
        size = icons.ICONS[name].pixels
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert picture[16:24] == size.to_bytes(4) * 2
    assert [path.name for path in (ROOT / "static").rglob("*icon*")] == ["icon.svg"]
    drawing = (ROOT / "static/icon.svg").read_text("utf-8")
    (tmp_path / "icon.svg").write_text(drawing.replace('<rect x="4" y="5"', '<rect x="5" y="5"'), "utf-8")
    monkeypatch.setattr(icons.paths, "static_dir", lambda: tmp_path)
    after = drawn()
    icons.png.cache_clear()
    assert [name for name in before if before[name] == after[name]] == []


def test_an_icon_whose_corners_a_phone_cuts_is_filled_to_its_corners():
    svgs = {name: icons._svg(icon) for name, icon in icons.ICONS.items()}
    assert [name for name, svg in svgs.items() if 'rx="7"' not in svg] == ["icon-180.png", "icon-maskable.png"]
    assert [name for name, svg in svgs.items() if "scale(0.66)" in svg] == ["icon-maskable.png"]


def test_manifest_pages_and_icon_have_one_colour(app, visitor):
    page = visitor.client.get("/").text
    (colour,) = re.findall(r'<meta name="theme-color" content="(#[0-9a-f]{6})">', page)
    (touch,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]*)">', page)
    assert visitor.client.get(touch).mimetype == "image/png"
    manifest = json.loads(app.test_client().get("/manifest.webmanifest").text)
    assert manifest["theme_color"] == colour
    assert {icon["purpose"] for icon in manifest["icons"] if "purpose" in icon} == {"any", "maskable"}
    drawing = (ROOT / "static/icon.svg").read_text("utf-8")
    assert f'<rect width="32" height="32" rx="7" fill="{colour}"/>' in drawing


def test_a_browser_that_asks_for_a_favicon_gets_one_without_being_known(app):
    answer = app.test_client().get("/favicon.ico")
    guarded(answer)
    assert (answer.status_code, answer.mimetype) == (200, "image/x-icon")
    assert answer.data[:6] == b"\x00\x00\x01\x00\x01\x00"
    assert answer.data[22:].startswith(b"\x89PNG")
