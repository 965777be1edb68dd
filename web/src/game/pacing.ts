/** When a message is shown: what other players do comes at a pace that the eye can follow, everything else at once. */

import type { Message } from "../lib/types";

const MOST_BEHIND = 6; // so many unseen moves at most: then the page catches up

export interface Pace {
  show: (message: Message) => void;
  pause: () => number; // milliseconds for which a move of another player stays before the next is shown
  hurries: () => boolean; // nobody watches, or the player is acting: nothing waits
  seat: () => number | null; // the player's own moves do not wait
}

export class Pacing {
  private readonly pace: Pace;
  private queue: Message[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private shownAt = 0;

  constructor(pace: Pace) {
    this.pace = pace;
  }

  take(message: Message): void {
    const pause = this.pace.hurries() ? 0 : this.pace.pause();
    const byOthers = message.type === "update" && message.events.length > 0 && message.events[0].seat !== this.pace.seat();
    // what the table says stays behind the moves that it was said after
    const waits = byOthers || ((message.type === "table" || message.type === "chat" || message.type === "remark") && this.queue.length > 0);
    if (!waits || pause === 0 || this.queue.length >= MOST_BEHIND) {
      this.catchUp();
      this.show(message);
      return;
    }
    const wait = this.shownAt + pause - performance.now();
    if (!this.queue.length && wait <= 0) this.show(message);
    else {
      this.queue.push(message);
      if (this.timer === null) this.schedule(Math.max(0, wait));
    }
  }

  /** Forget what waits: the line is closed, and the next welcome says everything. */
  clear(): void {
    this.stop();
    this.queue = [];
  }

  private show(message: Message): void {
    if (message.type === "update") this.shownAt = performance.now();
    this.pace.show(message);
  }

  private schedule(wait: number): void {
    this.timer = setTimeout(() => this.next(), wait);
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null; // else nothing would be scheduled after a reopening
  }

  private next(): void {
    this.timer = null;
    const message = this.queue.shift();
    if (!message) return;
    this.show(message);
    if (this.queue.length) this.schedule(this.queue[0].type === "update" ? this.pace.pause() : 0);
  }

  private catchUp(): void {
    this.stop();
    for (const message of this.queue.splice(0)) this.show(message);
  }
}
