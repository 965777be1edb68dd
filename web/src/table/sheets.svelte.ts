/** What is open over the table: a dialog, and on a phone a sheet from below; and which tab of the talk is shown. */

import type { Game } from "../game/game.svelte";
import { isSmall } from "../lib/screen.svelte";

export type DialogName = "fair" | "help" | "end" | "settings" | "counter" | "menu";
export type Tab = "log" | "chat" | "dice";

export class Sheets {
  dialog = $state<DialogName | null>(null);
  open = $state<"trade" | "talk" | null>(null);
  tab = $state<Tab>("log");
  /** is the chat in sight? */
  chatting = $derived(this.tab === "chat" && (!isSmall() || this.open === "talk"));
  unread = $derived.by(() => (this.chatting ? 0 : Math.max(0, this.game.chat.length - this.seen)));

  private seen = $state(0); // lines of the chat
  private readonly game: Game;

  /** To be made while a component is: it follows the game as long as that component lives. */
  constructor(game: Game) {
    this.game = game;
    $effect(() => {
      if (this.chatting) this.seen = game.chat.length;
    });
    this.closeForPlacements();
    this.openForOffers();
  }

  close = (): void => {
    this.open = null;
  };

  toggleTrade = (): void => {
    this.open = this.open === "trade" ? null : "trade";
  };

  showTalk(tab: Tab): void {
    this.tab = tab;
    this.open = "talk";
  }

  /** A choice of the phone's menu. */
  go(where: Tab | DialogName): void {
    this.dialog = null;
    if (where === "log" || where === "chat" || where === "dice") this.showTalk(where);
    else this.dialog = where;
  }

  /** A place is to be chosen: the island must be in sight. */
  private closeForPlacements(): void {
    let before = "";
    $effect(() => {
      const { due } = this.game.interaction;
      if (due && due !== before) this.open = null;
      before = due;
    });
  }

  /** On a phone an offer to the player, or an answer to the player's own, opens the trade. */
  private openForOffers(): void {
    let before = "";
    $effect(() => {
      const pending = this.pendingTrade();
      if (pending === before) return;
      if (pending && isSmall()) this.open = "trade";
      else if (!pending && this.open === "trade" && before) this.open = null;
      before = pending;
    });
  }

  /** The trade that waits for the player, as a text that changes with it. */
  private pendingTrade(): string {
    const { view, seat, menu } = this.game;
    if (!view || seat === null) return "";
    if (view.offer?.answers[seat] === "waiting") return `asked ${JSON.stringify(view.offer)}`;
    return menu.confirm.length || menu.take.length ? `answered ${JSON.stringify([view.offer, view.proposals])}` : "";
  }
}
