/** The sentence that says what to do now. It words the phase the server named; it decides nothing. */

import { t } from "../words";
import type { Game } from "./game.svelte";

export function sentence(game: Game): string {
  const { view, seat } = game;
  const say = t().turn;
  if (!view) return "";
  if (game.table?.status === "aborted") return say.aborted;
  if (view.winner !== null) return view.winner === seat ? say.youWon : say.over(game.name(view.winner));
  if (game.table?.pause?.since) return t().slow.paused;
  const actor = game.name(view.actor);
  const awaited = view.to_act.filter((each) => each >= 0);
  const mine = seat !== null && awaited.includes(seat);
  const names = t().list(awaited.map((each) => game.name(each)));
  switch (view.phase) {
    case "order_dice": return say.order;
    case "dice": case "steal": case "draw": return say.chance;
    case "setup_settlement": return !mine ? say.setupOf(actor) : view.buildings.some((building) => building.seat === seat) ? say.settleSecond : say.settleFirst;
    case "setup_road": return mine ? say.road : say.setupOf(actor);
    case "roll": return !mine ? say.rollOf(actor) : game.situation.legal.length > 1 ? say.roll : say.rollOnly;
    case "discard": return mine ? say.discard(game.me?.discard_left ?? 0) : say.discardWait(names);
    case "robber": return !mine ? say.robberOf(actor) : game.interaction.robberHex ? say.victim : say.robber;
    case "free_roads": return mine ? say.freeRoads(view.free_roads) : say.waiting(actor);
    case "main": {
      if (game.interaction.piece && game.targets) return say.placing(game.situation.word(game.interaction.piece));
      if (view.offer && mine && view.offer.seat !== seat) return say.answer(game.name(view.offer.seat));
      if (seat === view.actor) {
        if (game.menu.confirm.length || game.menu.take.length) return say.choose;
        if (view.offer && view.offer.seat === seat) return Object.values(view.offer.answers).includes("waiting") ? say.answersOpen : t().trade.allRefused;
        if (view.part === "paired") return say.paired(game.situation.word("supply"));
        if (view.part === "special") return say.special;
        if (view.options.phases === "separate") return view.built ? say.mainSeparateBuild : say.mainSeparateTrade;
        return say.main;
      }
      if (view.part === "paired") return say.pairedOf(actor);
      if (view.part === "special") return say.specialOf(actor);
      return view.offer && awaited.length ? say.waitingFor(names) : say.waiting(actor);
    }
  }
  return say.waiting(actor);
}
