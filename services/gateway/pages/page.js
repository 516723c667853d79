// Lists tables and shows a game as it goes on. All that comes from others becomes text nodes.
"use strict";

const SUITS = { S: "♠", C: "♣", D: "♦", H: "♥" };
const STATES = { SEATING: "waiting for players", PLAYING: "playing", OVER: "over" };
const PHASES = {
  SEATING: "waiting for players", BLIND_OFFER: "blind offer", AUCTION: "auction", TALON: "talon",
  CONTRACT: "contract", PLAY: "play", DONE: "deal over", OVER: "game over",
};
const MELDS = { aces: "ace marriage", bed: "bed marriage", nines: "four nines" };
const LISTED_EVERY = 3000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const LAST_MESSAGE = 2; // the flag of the envelope that ends a stream

const byId = (id) => document.getElementById(id);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function element(name, kind, ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

function say(text) {
  byId("notice").textContent = text;
}

// --- the API: Connect with JSON

class Refused extends Error {
  constructor({ code = "unknown", message = "" } = {}) {
    super(message || code);
    this.code = code;
  }
}

async function post(method, kind, body, token, signal) {
  const headers = { "content-type": kind, "connect-protocol-version": "1" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(`/thousand.${method}`, { method: "POST", headers, body, signal });
  if (!answer.ok) throw new Refused(await answer.json().catch(() => ({})));
  return answer;
}

async function ask(method, request) {
  return (await post(method, "application/json", JSON.stringify(request))).json();
}

async function* stream(method, request, token) {
  const gone = new AbortController();
  try {
    const body = enveloped(JSON.stringify(request));
    const answer = await post(method, "application/connect+json", body, token, gone.signal);
    const reader = answer.body.getReader();
    let bytes = new Uint8Array();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Refused({ code: "unavailable", message: "the stream broke off" });
      bytes = joined(bytes, value);
      while (bytes.length >= 5) {
        const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
        if (bytes.length < 5 + length) break;
        const message = JSON.parse(new TextDecoder().decode(bytes.subarray(5, 5 + length)));
        if (bytes[0] & LAST_MESSAGE) {
          if (message.error) throw new Refused(message.error);
          return;
        }
        bytes = bytes.subarray(5 + length);
        yield message;
      }
    }
  } finally {
    gone.abort();
  }
}

function enveloped(text) {
  const data = new TextEncoder().encode(text);
  const bytes = new Uint8Array(5 + data.length);
  new DataView(bytes.buffer).setUint32(1, data.length);
  bytes.set(data, 5);
  return bytes;
}

function joined(first, second) {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

async function guest() {
  let token = sessionStorage.getItem("token");
  if (!token) {
    token = (await ask("identity.v1.IdentityService/CreateGuest", {})).token.text;
    sessionStorage.setItem("token", token);
  }
  return token;
}

// --- the tables

async function listTables() {
  for (;;) {
    try {
      const ofState = (request) => ask("table.v1.TableService/ListGames", request);
      const over = { state: "GAME_STATE_OVER", pageSize: 10 };
      const [open, finished] = await Promise.all([ofState({}), ofState(over)]);
      byId("open").replaceChildren(...tableLines(open));
      byId("over").replaceChildren(...tableLines(finished));
      say("");
    } catch (error) {
      say(`The tables cannot be listed: ${error.message}`);
    }
    await sleep(LISTED_EVERY);
  }
}

function tableLines({ games = [] }) {
  return games.length ? games.map(tableLine) : [element("li", "quiet", "none")];
}

function tableLine({ gameId, accounts = [], state = "" }) {
  const link = element(
    "a", "", element("span", "name", gameId), ` ${STATES[state.replace("GAME_STATE_", "")] ?? ""}`,
    element("div", "quiet", accounts.map((account) => account || "free").join(" · ")),
  );
  link.href = `/games/${encodeURIComponent(gameId)}`;
  return element("li", "", link);
}

// --- one game

async function follow(gameId) {
  let fromVersion;
  let pause = FIRST_PAUSE;
  for (;;) {
    try {
      const request = { gameId, fromVersion };
      for await (const { update } of stream("table.v1.TableService/WatchGame", request, await guest())) {
        fromVersion = update.lastVersion;
        pause = FIRST_PAUSE;
        show(update.view);
        say("");
      }
      return; // the game is over
    } catch (error) {
      if (error.code === "not_found") {
        say("There is no such game.");
        return;
      }
      if (error.code === "unauthenticated") sessionStorage.removeItem("token");
      if (error.code === "out_of_range") fromVersion = undefined;
      say("The connection is lost; trying again …");
    }
    await sleep(pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}

function show(view) {
  const seats = view.seats ?? [];
  const nameOf = (seat) => seats[seat ?? 0]?.account || `seat ${seat ?? 0}`;
  byId("deal").replaceChildren(...dealLine(view, nameOf));
  byId("seats").replaceChildren(...seats.map((seat) => seatBox(seat, view)));
  byId("trick").replaceChildren(...trickCards(view.trick, nameOf));
  byId("last-trick").replaceChildren(...trickCards(view.lastTrick, nameOf));
  byId("voices").replaceChildren(...listed(view.voices, (voice) => [
    `${nameOf(voice.seat)}: ${voice.amount ?? "pass"}`, voice.forced ? " (forced)" : "",
  ]));
  byId("marriages").replaceChildren(...listed(view.marriages, (marriage) => [
    `${nameOf(marriage.seat)}: `, ...declared(marriage.kind), ` ${marriage.points ?? 0}`,
  ]));
  byId("talon").replaceChildren(...talonCards(view));
  byId("sheet").replaceChildren(sheetHead(), sheetBody(view, nameOf));
}

function dealLine(view, nameOf) {
  const phase = (view.phase ?? "").replace("PHASE_", "");
  const parts = [view.deal ? `Deal ${view.deal}: ${PHASES[phase] ?? ""}` : PHASES[phase] ?? ""];
  if (view.golden) parts.push(view.goldenRound > 1 ? ` · golden, round ${view.goldenRound}` : " · golden");
  if (view.blind) parts.push(" · blind");
  if (view.contract !== undefined) parts.push(` · contract ${view.contract}`);
  else if (view.bid) parts.push(` · bid ${view.bid}`);
  if (view.declarer !== undefined) parts.push(` by ${nameOf(view.declarer)}`);
  if (view.trump) parts.push(" · trump ", suit(view.trump));
  if (view.winner !== undefined) parts.push(element("strong", "", ` · ${nameOf(view.winner)} wins`));
  return parts;
}

function seatBox({ number = 0, account, handSize = 0, tricks = 0 }, view) {
  const marks = [];
  if (view.activeSeats && !view.activeSeats.includes(number)) marks.push("rests");
  if (number === view.dealer) marks.push("dealer");
  if (number === view.declarer) marks.push("declarer");
  if (number === view.winner) marks.push("winner");
  return element(
    "div", number === view.toAct ? "seat to-act" : "seat",
    element("div", "name", account || "free"),
    element("div", "quiet", [`cards ${handSize}`, `tricks ${tricks}`, ...marks].join(" · ")),
  );
}

function trickCards({ cards = [], winner } = {}, nameOf) {
  return cards.map(({ seat = 0, card }) => element(
    "figure", seat === winner ? "took" : "", cardOf(card), element("figcaption", "", nameOf(seat)),
  ));
}

function cardOf(card) {
  const [rank, letter] = card;
  return element("span", isRed(letter) ? "card red" : "card", rank === "T" ? "10" : rank, SUITS[letter]);
}

function talonCards({ talon = [], leftover = [] }) {
  const labelled = (cards, label) => cards.map((card) => element(
    "figure", "", cardOf(card), element("figcaption", "", label),
  ));
  return [...labelled(talon, "talon"), ...labelled(leftover, "left over")];
}

function declared(kind = "") {
  const [name, letter] = kind.split(":");
  if (name in SUITS) return [suit(name)];
  return letter ? [`${MELDS[name] ?? name} `, suit(letter)] : [MELDS[name] ?? name];
}

function suit(letter) {
  return element("span", isRed(letter) ? "red" : "", SUITS[letter] ?? letter);
}

function isRed(letter) {
  return letter === "D" || letter === "H";
}

function listed(items = [], parts) {
  return items.map((item) => element("li", "", ...parts(item)));
}

function sheetHead() {
  const heads = ["", "total", "bolts", "barrel", "lost", "off", "cross"];
  return element("thead", "", element("tr", "", ...heads.map((head) => element("th", "", head))));
}

function sheetBody({ sheet = [] }, nameOf) {
  return element("tbody", "", ...sheet.map((entry, seat) => element(
    "tr", "", element("th", "", nameOf(seat)),
    ...[
      entry.total ?? 0, entry.bolts ?? 0, barrel(entry), entry.barrelsLost ?? 0, entry.writeOffs ?? 0,
      entry.crosses ?? 0,
    ].map((value) => element("td", "", String(value))),
  )));
}

function barrel({ barrelAttempts, reverseBarrelAttempts }) {
  if (reverseBarrelAttempts !== undefined) return `reverse, ${reverseBarrelAttempts}`;
  return barrelAttempts === undefined ? "–" : `on it, ${barrelAttempts}`;
}

if (document.body.dataset.page === "tables") {
  listTables();
} else {
  const gameId = decodeURIComponent(location.pathname.split("/").at(-1));
  document.title = `Thousand: ${gameId}`;
  say("Connecting …");
  follow(gameId);
}
