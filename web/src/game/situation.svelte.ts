/** What the server said last about a table, and the facts that follow from it. It decides nothing. */

import { edition } from "../lib/edition.svelte";
import { nameOf } from "../lib/sentences";
import { readMenu } from "../lib/notation";
import type { Can, ChatLine, Colour, GameEvent, Refusal, Remark, Seat, TableInfo, View } from "../lib/types";
import { term } from "../words";

export class Situation {
  table = $state.raw<TableInfo | null>(null);
  seat = $state<number | null>(null);
  version = $state(0);
  view = $state.raw<View | null>(null);
  legal = $state.raw<string[]>([]);
  can = $state.raw<Can>({});
  events = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** what bots said when they refused the offer on the table, by seat */
  remarks = $state.raw<Record<number, string>>({});
  preparing = $state(false); // the server said that the rules are being compiled
  gone = $state.raw<Refusal | null>(null); // there is no such table, or the player is not let in (any more)
  trouble = $state.raw<Refusal | null>(null); // why the table is not shown yet; the page goes on trying
  /** when the table was sent: its clock counts from there */
  tableAt = $state(0);

  menu = $derived(readMenu(this.legal));
  me = $derived<Seat | null>(this.view && this.seat !== null ? this.view.seats[this.seat] : null);
  myTurn = $derived(this.view !== null && this.seat !== null && this.view.to_act.includes(this.seat));

  setTable(table: TableInfo): void {
    this.table = table;
    this.trouble = null;
    this.tableAt = performance.now();
  }

  /** Nothing more comes from this table, and nothing can be done at it. */
  leave(why: Refusal): void {
    this.gone = why;
    this.seat = null;
    this.legal = [];
    this.can = {};
  }

  setPosition(next: { version: number; view: View; legal: string[]; can: Can }): void {
    const bargain = (view: View | null) => JSON.stringify(view?.offer && [view.turn, view.offer.seat, view.offer.give, view.offer.get]);
    // they stay when the offer is withdrawn, until the next one or the next turn
    if (next.view.turn !== this.view?.turn || (next.view.offer && bargain(next.view) !== bargain(this.view))) this.remarks = {};
    this.version = next.version;
    this.view = next.view;
    edition.key = next.view.edition;
    edition.words = next.view.words;
    this.legal = next.legal ?? [];
    this.can = next.can ?? {};
  }

  /** Put events behind those known already, and return the new ones. An undo takes events back: theirs are replaced. */
  addEvents(events: GameEvent[]): GameEvent[] {
    if (!events.length) return [];
    const first = events[0].n;
    const identity = (event: GameEvent) => JSON.stringify([event.n, event.kind, event.seat, event.data]);
    const known = new Set(this.events.filter((event) => event.n >= first).map(identity));
    this.events = [...this.events.filter((event) => event.n < first), ...events];
    return events.filter((event) => !known.has(identity(event)));
  }

  remark(said: Remark): void {
    this.remarks = { ...this.remarks, [said.seat]: said.key };
  }

  /** Returns whether the line is new: after a reconnection some come twice. */
  addChat(line: ChatLine): boolean {
    if (this.chat.some((known) => known.n === line.n)) return false;
    this.chat = [...this.chat, line];
    return true;
  }

  name(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return "";
    return nameOf(this.table?.seats[seat], this.colour(seat));
  }

  colour(seat: number): Colour {
    return this.view?.seats[seat]?.colour ?? this.table?.seats[seat]?.colour ?? "white";
  }

  /** The edition's word for a key, in the chosen language. */
  word(key: string): string {
    return term(this.view?.words, key);
  }

  /** The seconds of this part of the turn that are still there, before the reserve runs. */
  partLeft(now = performance.now()): number {
    const clock = this.table?.clock;
    if (!clock) return Infinity;
    return Math.max(0, clock.running ? clock.part - Math.max(0, now - this.tableAt) / 1000 : clock.part);
  }

  /** The seconds that the clock still gives. */
  clockLeft(now = performance.now()): number {
    const clock = this.table?.clock;
    if (!clock) return Infinity;
    return Math.max(0, clock.running ? clock.left - Math.max(0, now - this.tableAt) / 1000 : clock.left);
  }
}
