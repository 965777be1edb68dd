/** The score of a real table: what stands on the island for everybody, who holds the awards, whose turn it is. Every step can be undone. */

import type { Box } from "../../lib/rest";
import { armyHolder, routeHolder } from "./awards";
import { keep, recall } from "./keep";

export const PARTS = ["settlements", "cities", "route", "knights", "cards"] as const;
export type Part = (typeof PARTS)[number];
export type Row = Record<Part, number> & { name: string; colour: string };

export interface Score {
  edition: string;
  rows: Row[];
  route: number | null; // who holds the award
  army: number | null;
  turn: number; // from 0 on
  second: boolean; // player 2 of a paired turn acts
}

const NAME = "score";
const MOST_UNDONE = 60;
const BEGIN: Record<Part, number> = { settlements: 2, cities: 0, route: 1, knights: 0, cards: 0 };

export class Scorekeeper {
  now = $state.raw<Score>(null as unknown as Score);
  private before = $state.raw<Score[]>([]);

  constructor(readonly edition: string, readonly box: Box) {
    const known = recall<Score>(NAME);
    this.now = known?.edition === edition && known.rows.length === box.colours.length ? known : this.fresh();
  }

  private fresh(): Score {
    return { edition: this.edition, rows: this.box.colours.map((colour) => ({ ...BEGIN, name: "", colour })), route: null, army: null, turn: 0, second: false };
  }

  private set(next: Score): void {
    this.before = [...this.before, this.now].slice(-MOST_UNDONE);
    this.now = next;
    keep(NAME, next);
  }

  get undoable(): boolean {
    return this.before.length > 0;
  }

  undo(): void {
    this.now = this.before.at(-1)!;
    this.before = this.before.slice(0, -1);
    keep(NAME, this.now);
  }

  reset(): void {
    const names = this.now.rows.map(({ name }) => name);
    const next = this.fresh();
    this.set({ ...next, rows: next.rows.map((row, seat) => ({ ...row, name: names[seat] })) });
  }

  rename(seat: number, name: string): void {
    this.now = { ...this.now, rows: this.now.rows.map((row, i) => (i === seat ? { ...row, name } : row)) };
    keep(NAME, this.now);
  }

  limit(part: Part): number {
    const { settlements, cities, roads, deck } = this.box;
    return { settlements, cities, route: roads ?? Infinity, knights: deck.knight, cards: deck.victory_point }[part];
  }

  may(seat: number, part: Part, by: 1 | -1): boolean {
    const value = this.now.rows[seat][part] + by;
    return value >= 0 && value <= this.limit(part);
  }

  change(seat: number, part: Part, by: 1 | -1): void {
    if (!this.may(seat, part, by)) return;
    const old = this.now.rows;
    const rows = old.map((row, i) => (i === seat ? { ...row, [part]: row[part] + by } : row));
    const { route, army, aside } = this.box;
    this.set({
      ...this.now,
      rows,
      route: part === "route" ? routeHolder(rows.map((row) => row.route), this.now.route, old.map((row) => row.route), route, aside) : this.now.route,
      army: part === "knights" ? armyHolder(rows.map((row) => row.knights), this.now.army, army) : this.now.army,
    });
  }

  /** A city takes the place of a settlement. */
  upgrade(seat: number): void {
    if (!this.may(seat, "cities", 1) || !this.may(seat, "settlements", -1)) return;
    const rows = this.now.rows.map((row, i) => (i === seat ? { ...row, settlements: row.settlements - 1, cities: row.cities + 1 } : row));
    this.set({ ...this.now, rows });
  }

  points(seat: number): number {
    const { settlements, cities, cards } = this.now.rows[seat];
    const awards = Number(this.now.route === seat) + Number(this.now.army === seat);
    return settlements + 2 * cities + cards + awards * this.box.award;
  }

  get roller(): number {
    return this.now.turn % this.now.rows.length;
  }

  /** PAIR-1: player 2 of this turn, where two share it. */
  get partner(): number | null {
    return this.box.second ? (this.roller + this.box.second) % this.now.rows.length : null;
  }

  get actor(): number {
    return this.now.second ? this.partner! : this.roller;
  }

  next(): void {
    const second = this.partner !== null && !this.now.second;
    this.set({ ...this.now, second, turn: this.now.turn + Number(!second) });
  }
}
