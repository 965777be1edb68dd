/** The keys of the table. A key does what the table allows now; where it does not, the focus goes to the button that says why. */

import { tick } from "svelte";
import type { Game } from "../game/game.svelte";
import { sentence } from "../game/turn";
import { isSmall } from "../lib/screen.svelte";
import { sayCards } from "../lib/sentences";
import { keepSettings, settings } from "../lib/settings.svelte";
import { t } from "../words";
import type { Sheets } from "./sheets.svelte";

/** Where a key moves the focus. */
export interface Focus {
  board: () => void;
  build: (what?: "road" | "settlement" | "city" | "card") => void;
  cards: () => void;
  trade: () => void;
  chat: () => void;
}

const PIECES: Record<string, "road" | "settlement" | "city"> = { 1: "road", 2: "settlement", 3: "city" };
const TYPING = "input, textarea, dialog, [role=combobox]"; // elements that need the keys themselves

export function handleKey(event: KeyboardEvent, game: Game, sheets: Sheets, focus: Focus, hints: boolean): void {
  const { view } = game;
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || sheets.dialog || target.closest(TYPING) || !view) return;
  const seated = game.seat !== null;
  const can = (action: string) => game.menu.plain.has(action) && !game.busy;
  const piece = PIECES[event.key];
  if (piece) {
    if (game.can[piece]) focus.build(piece);
    else if (seated) game.interaction.piece = piece;
    return;
  }
  switch (event.key) {
    case "r": if (can("roll")) void game.act("roll"); break;
    case "e": if (can("end")) void game.act("end"); else if (can("stop")) void game.act("stop"); break;
    case "4": if (game.can.card) focus.build("card"); else if (seated && !game.busy) void game.act("buy"); break;
    case "5": focus.cards(); break;
    case "b": focus.build(); break;
    case "t": if (isSmall()) sheets.open = "trade"; void tick().then(focus.trade); break;
    case "a": if (can("accept")) void game.act("accept"); break;
    case "x": if (can("refuse")) game.refuse(); break;
    case "i": focus.board(); break;
    case "u": if (seated && !game.can.undo && !game.busy) void game.send({ type: "undo" }); break;
    case "h": if (hints && !game.can.hint) void game.send({ type: "hint" }); break;
    case "o": if (hints) { settings.coach = !settings.coach; keepSettings(); } break;
    case "c":
      sheets.tab = "chat";
      if (isSmall()) sheets.open = "talk";
      void tick().then(focus.chat);
      event.preventDefault(); // else the letter would stand in the chat
      break;
    case "k": sheets.dialog = "counter"; break;
    case "l": announceSituation(game); break;
    case "m": settings.sound = !settings.sound; keepSettings(); break;
    case "?": sheets.dialog = "help"; break;
    case "Escape": game.cancel(); sheets.close(); break;
  }
}

function announceSituation(game: Game): void {
  const { me, view } = game;
  const points = me?.total_points ?? me?.points ?? 0;
  game.cues.announce(t().situation(sentence(game), sayCards(me?.hand, view!.words), points));
}
