import asyncio
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import grpc
import grpc.aio
import pytest
from playwright.async_api import async_playwright, expect

from chassis.callers import Role
from chassis.run import serve
from chassis.settings import Settings
from services.gateway.bind import bind
from services.identity import bind as identity
from services.identity.migrate import migrate as migrate_identity
from services.table import bind as table
from tests.accounts import KEYS, Publisher, signed
from tests.e2e.browsers import Web, reason
from tests.e2e.tables import simple_player
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client import TableClient, guest
from thousand_engine import PRESETS
from thousand_engine.catalogue import OPTIONS
from thousand_engine.policy import simple
from thousand_log.migrate import migrate

TABLE = "table.v1.TableService"
PHONE = {"width": 360, "height": 740}
CHROMIUM = shutil.which("chromium") or ""
SCREENSHOTS = os.environ.get("THOUSAND_SCREENSHOTS")
"""Where to leave pictures for people; nowhere when it is not set."""


@pytest.fixture
async def services(database, secret_file):
    """Identity, table and gateway, each bound in this process."""
    migrate(database)
    migrate_identity(database)
    known = Settings(database_url=database, bootstrap_secret_file=secret_file, grace=1)
    async with serve("identity", identity.bind, known) as accounts:
        at_table = replace(known, identity=accounts.grpc)
        async with serve("table", table.bind, at_table) as tables:
            at_gateway = replace(at_table, table=tables.grpc)
            async with serve("gateway", bind, at_gateway) as gateway:
                yield accounts.grpc, tables.grpc, Web(gateway.others["web"])


@pytest.fixture
def web(services):
    return services[2]


async def opened(web, token, command_id="open"):
    answer = await web.ask(f"{TABLE}/CreateTable", {"commandId": command_id}, token)
    return answer.json["gameId"]


async def test_a_guest_opens_a_table_in_plain_json_and_everybody_finds_it(web):
    token = await web.guest()

    game_id = await opened(web, token)
    await web.ask(f"{TABLE}/TakeSeat", {"gameId": game_id, "commandId": "sit", "seat": 1}, token)
    listed = await web.ask(f"{TABLE}/ListGames", {})

    [game] = listed.json["games"]
    assert game["gameId"] == game_id
    assert game["state"] == "GAME_STATE_SEATING"
    assert re.fullmatch(",g-[a-z0-9]+,", ",".join(game["accounts"]))


async def test_a_browser_without_a_token_gets_what_it_builds_its_forms_from(web):
    answer = await web.ask("rules.v1.RulesService/GetCatalogue", {})

    catalogue = answer.json["catalogue"]
    assert [option["id"] for option in catalogue["options"]] == list(OPTIONS)
    assert catalogue["options"][0]["list"] == {"values": ["2", "3", "4"]}
    assert {preset["name"]: preset.get("options", {}) for preset in catalogue["presets"]} == {
        name: {id: str(value) for id, value in preset.options.items()}
        for name, preset in PRESETS.items()
    }


async def test_a_stream_in_json_brings_each_step_as_it_is_made(web):
    token = await web.guest()
    game_id = await opened(web, token)

    async with web.stream(f"{TABLE}/WatchGame", {"gameId": game_id}, token) as answers:
        before = (await anext(answers))["update"]
        await web.ask(f"{TABLE}/TakeSeat", {"gameId": game_id, "commandId": "sit"}, token)
        after = (await anext(answers))["update"]

    assert int(after["firstVersion"]) == int(before["lastVersion"]) + 1
    assert after["view"]["seats"][0]["account"].startswith("g-")


async def test_lists_have_pages_and_states(web):
    token = await web.guest()
    games = [await opened(web, token, f"open-{number}") for number in range(3)]

    first = (await web.ask(f"{TABLE}/ListGames", {"pageSize": 2})).json
    after = {"pageSize": 2, "pageToken": first["nextPageToken"]}
    second = (await web.ask(f"{TABLE}/ListGames", after)).json
    over = (await web.ask(f"{TABLE}/ListGames", {"state": "GAME_STATE_OVER"})).json

    assert [game["gameId"] for game in first["games"] + second["games"]] == games[::-1]
    assert "nextPageToken" not in second
    assert over == {}


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({"pageSize": -1}, "BAD_PAGE_SIZE"),
        ({"pageToken": "x"}, "BAD_PAGE_TOKEN"),
        ({"pageToken": "9" * 30}, "BAD_PAGE_TOKEN"),
        ({"pageToken": "' OR 1=1"}, "BAD_PAGE_TOKEN"),
    ],
)
async def test_a_page_that_cannot_be_read_is_refused(web, request_, why):
    answer = await web.ask(f"{TABLE}/ListGames", request_)

    assert answer.status == 400
    assert reason(answer.json) == why


@pytest.mark.parametrize("game_id", ["", "t1-1", "../x-1", "<script>", "ж-1", "a" * 9999, "a\0b"])
async def test_a_game_that_is_none_is_not_found(web, game_id):
    token = await web.guest()

    answer = await web.ask(f"{TABLE}/GetView", {"gameId": game_id}, token)
    async with web.stream(f"{TABLE}/WatchGame", {"gameId": game_id}, token) as answers:
        end = await anext(answers)

    assert answer.status == 404
    assert reason(answer.json) == reason(end["error"]) == "GAME_NOT_FOUND"


# --- in a browser


@pytest.fixture
async def browser():
    if not CHROMIUM:
        pytest.skip("NO CHROMIUM: the pages are not looked at; apt-get install chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox"],  # it may be started by root
        )
        yield browser
        await browser.close()


@pytest.fixture
async def page(browser):
    """A page whose scripts have raised nothing and broken no policy, by the end of the test."""
    page = await browser.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if policy(line) else None)
    yield page
    assert complaints == []


def policy(line):
    return "Content Security Policy" in line.text


async def picture(page, name):
    if SCREENSHOTS:
        await page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=True)


async def play_until(wanted, clients, game_id):
    """Act for whoever is to act, until the view is as wanted."""
    rules = (await clients[0].look(game_id)).rules
    async for update in clients[0].watch(game_id, rules):
        if update.view.winner is not None or wanted(update.view):
            return
        if update.view.to_act is not None:
            client = clients[update.view.to_act]
            action = simple((await client.look(game_id)).view, Random(5))
            await client.act(game_id, f"on-{update.version}", action)


def two_cards_on_a_trump(view):
    return bool(view.deal and view.deal.trump and len(view.deal.trick) == 2)


async def test_the_pages_show_the_tables_and_follow_a_game_to_its_winner(services, page):
    identity_address, table_address, web = services
    async with (
        grpc.aio.insecure_channel(identity_address) as accounts,
        grpc.aio.insecure_channel(table_address) as channel,
    ):
        clients = [TableClient(channel, await guest(accounts)) for _ in range(3)]
        game_id = await clients[0].create_table("open")
        await clients[0].take_seat(game_id, "sit")
        await page.goto(f"{web.url}/")
        line = page.locator("#open li", has_text=game_id)
        await expect(line).to_contain_text("waiting for players")
        await picture(page, "tables")
        await line.get_by_role("link").click()
        await expect(page.locator("#deal")).to_have_text("waiting for players")

        for client in clients[1:]:
            await client.take_seat(game_id, "sit")
        await expect(page.locator("#deal")).to_contain_text("Deal 1")
        await picture(page, "auction")
        await play_until(two_cards_on_a_trump, clients, game_id)
        await expect(page.locator("#trick figure")).to_have_count(2)
        await expect(page.locator("#last-trick figure")).to_have_count(3)
        await expect(page.locator("#deal")).to_contain_text("trump")
        await picture(page, "playing")
        await page.set_viewport_size(PHONE)
        width = await page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["width"]
        await picture(page, "playing-phone")
        players = [simple_player(client, 5).play(game_id) for client in clients]
        views = await asyncio.gather(*players)

        await expect(page.locator("#deal")).to_contain_text("wins")
        await picture(page, "game-over")
        winner = views[0].winner
        totals = [str(total) for total in views[0].sheet.totals]
        await expect(page.locator("#seats .seat").nth(winner)).to_contain_text("winner")
        await expect(page.locator("#sheet tbody td:nth-child(2)")).to_have_text(totals)
        await page.goto(f"{web.url}/")
        await expect(page.locator("#over li", has_text=game_id)).to_contain_text("over")
        await picture(page, "tables-phone")


MARKUP = "<img src=x onerror=alert(1)>"


class Marked(table_pb2_grpc.TableServiceServicer):
    """Writes markup wherever it may write text, and breaks its first stream off."""

    def __init__(self):
        self.asked_from = []

    async def ListGames(self, request, context):
        game = table_pb2.GameSummary(
            game_id=MARKUP, accounts=[MARKUP], state=table_pb2.GAME_STATE_PLAYING
        )
        return table_pb2.ListGamesResponse(games=[game])

    async def WatchGame(self, request, context):
        asked = request.from_version if request.HasField("from_version") else None
        self.asked_from.append(asked)
        if asked is None:
            yield marked(version=3, deal=1)
            await context.abort(grpc.StatusCode.UNAVAILABLE, "going")
        yield marked(version=5, deal=2, winner=0)


def marked(**fields):
    view = table_pb2.View(phase=table_pb2.PHASE_PLAY, trump=MARKUP, **fields)
    view.seats.add(account=MARKUP)
    view.trick.cards.add(card=MARKUP)
    view.marriages.add(kind=MARKUP)
    view.voices.add(amount=100)
    view.sheet.add(total=5)
    update = table_pb2.Update(last_version=view.version, view=view)
    return table_pb2.WatchGameResponse(update=update)


class Guests(Publisher):
    async def CreateGuest(self, request, context):
        token = identity_pb2.Token(text=signed("watcher").text)
        return identity_pb2.CreateGuestResponse(token=token)


@pytest.fixture
async def pretended(secret_file):
    """A gateway in front of a table service that means no good."""
    servicer = Marked()

    async def bind_both(chassis):
        table_pb2_grpc.add_TableServiceServicer_to_server(servicer, chassis.server)
        identity_pb2_grpc.add_IdentityServiceServicer_to_server(Guests(), chassis.server)
        for file, name in ((table_pb2, "TableService"), (identity_pb2, "IdentityService")):
            methods = file.DESCRIPTOR.services_by_name[name].methods_by_name
            chassis.auth.needs(dict.fromkeys(methods, Role.ANYBODY))

    async with serve("table", bind_both, Settings(), KEYS) as both:
        settings = Settings(
            table=both.grpc, identity=both.grpc, bootstrap_secret_file=secret_file, grace=1
        )
        async with serve("gateway", bind, settings) as gateway:
            yield servicer, gateway.others["web"]


async def test_what_others_wrote_is_shown_as_text(pretended, page):
    _, url = pretended

    await page.goto(f"{url}/")
    await expect(page.locator("#open .name")).to_have_text(MARKUP)
    await page.locator("#open a").click()

    await expect(page.locator("#seats .name")).to_have_text(MARKUP)
    await expect(page.locator("#marriages")).to_contain_text(MARKUP)
    assert await page.locator("img").count() == 0


async def test_a_page_whose_stream_breaks_off_goes_on_after_the_version_it_has(pretended, page):
    servicer, url = pretended

    await page.goto(f"{url}/games/t1-1")

    await expect(page.locator("#deal")).to_contain_text("Deal 2")
    assert servicer.asked_from == [None, 3]


async def test_a_game_that_is_none_is_said_to_be_none(services, page):
    await page.goto(f"{services[2].url}/games/t1-1")

    await expect(page.locator("#notice")).to_have_text("There is no such game.")
