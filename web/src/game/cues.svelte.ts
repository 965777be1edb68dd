/** How the player notices what happens: sounds, sentences for the screen reader, notes, and marks on the island. */

import { placeOf, type Place } from "../lib/places";
import { eventSentence, sayLine } from "../lib/sentences";
import { play } from "../lib/sound";
import type { ChatLine, GameEvent, Reason, TableInfo } from "../lib/types";
import { t } from "../words";
import type { Situation } from "./situation.svelte";

/** Something beside the moves that the player would otherwise not notice. */
export type Note = "undo_refused" | "time_up" | "all_refused" | "refused_for_you";

const HEARD = 5000; // milliseconds that a line stays beside its name

export class Cues {
  /** the sentence for the screen reader */
  announced = $state("");
  note = $state<Note | null>(null);
  /** by seat: what somebody has just said, for a moment beside their name */
  said = $state.raw<Record<number, ChatLine>>({});
  refusal = $state.raw<{ sentence: string; reasons: Reason[] } | null>(null);
  /** pieces that were placed in this turn */
  latest = $state.raw<Place[]>([]);
  /** the hex that the robber left */
  robberFrom = $state<string | null>(null);
  /** what shows itself once, in a component: flying cards, rolling dice */
  onevents: ((events: GameEvent[]) => void) | null = null;

  private undone = false; // the last request to undo was granted

  announce(text: string): void {
    // a screen reader reads a changed text only: the same sentence twice in a row must differ
    this.announced = text === this.announced ? `${text}\u00a0` : text;
  }

  refuse(sentence: string, reasons: Reason[] = []): void {
    this.refusal = { sentence, reasons };
    play("refused");
    this.announce(t().refused + sentence);
  }

  chat(line: ChatLine, seat: number | null): void {
    this.announce(line.name ? `${line.name}: ${line.text}` : sayLine(line)); // without a name the table itself speaks
    if (line.seat !== seat) play("chat");
    if (line.seat !== null && line.name) this.hear(line.seat, line);
  }

  private hear(seat: number, line: ChatLine): void {
    this.said = { ...this.said, [seat]: line };
    setTimeout(() => {
      if (this.said[seat]?.n !== line.n) return; // something newer stands there
      const { [seat]: _, ...others } = this.said;
      this.said = others;
    }, HEARD);
  }

  /** A request to undo that ends without an undo was refused. */
  table(before: TableInfo | null, after: TableInfo, seat: number | null): void {
    if (after.undo) this.undone = false;
    else if (seat !== null && before?.undo?.seat === seat && !this.undone && after.status === "playing") {
      this.note = "undo_refused";
    }
  }

  /** Marks that stay on the island until the turn ends. */
  mark(events: GameEvent[]): void {
    let latest = this.latest;
    for (const event of events) {
      if (event.kind === "turn" || event.kind === "part") latest = [];
      if (event.kind === "built" || event.kind === "placed") {
        latest = [...(event.kind === "placed" ? latest.slice(-1) : latest), placeOf(event)!];
      }
      if (event.kind === "robber") this.robberFrom = event.data.from as string;
    }
    this.latest = latest;
  }

  notes(events: GameEvent[], timeUp: boolean): void {
    if (events.some((event) => event.kind === "undone")) {
      this.undone = true;
      this.note = null;
    } else if (timeUp) this.note = "time_up";
    else if (events.some((event) => event.kind === "turn")) this.note = null;
  }

  events(events: GameEvent[], situation: Situation): void {
    if (!events.length) return;
    for (const event of events) this.sound(event, situation.seat);
    const spoken = events.filter((event) => event.kind !== "ended");
    this.announce(spoken.map((event) => eventSentence(event, situation.view!, situation)).join(" "));
    this.onevents?.(events);
  }

  /** It is the player's turn now, or an offer waits for an answer. */
  turn(situation: Situation): void {
    const { offer } = situation.view!;
    play(offer && offer.seat !== situation.seat ? "offer" : "turn");
  }

  private sound(event: GameEvent, seat: number | null): void {
    if (event.kind === "rolled") play("dice");
    else if (event.kind === "won") play("win");
    else if (event.kind === "robbed" && event.data.victim === seat && event.data.count) play("robbed");
    else if (event.kind === "built" || event.kind === "placed") play("build");
    else if (event.kind === "produced" && event.seat === seat) play("gain");
  }
}
