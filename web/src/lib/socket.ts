/** One table's WebSocket: it reconnects with the last version seen and repeats what was not answered, under the same id. */

import { applied } from "./patch";
import type { Command, Message, PatchUpdate, Situation } from "./types";

export type LineState = "connecting" | "open" | "lost";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15_000;
const ANSWER_WITHIN = 8_000; // a line on which no ping is answered for so long is dead, whatever the browser says
const GREET_WITHIN = 25_000; // a table that nobody has opened for long takes its time

export class TableSocket {
  version: number | null = null;
  private socket: WebSocket | null = null;
  private last: Situation | null = null; // what patches are put into
  private waiting = new Map<string, { frame: string; answer: (message: Message) => void }>();
  private wait = FIRST_WAIT;
  private closed = false;
  private timer = 0;
  private pinger = 0;
  private silence = 0;
  private next = 0;
  // ids must not collide with those of an earlier visit: the server remembers them
  private readonly prefix = crypto.randomUUID().slice(0, 8);

  constructor(
    private readonly code: string,
    private readonly onmessage: (message: Message) => void,
    private readonly onstate: (state: LineState) => void,
  ) {
    this.connect();
    addEventListener("online", this.retry);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.retry);
  }

  send(command: Command): Promise<Message> {
    const id = `${this.prefix}-${++this.next}`;
    const frame = JSON.stringify({ ...command, id });
    return new Promise((answer) => {
      this.waiting.set(id, { frame, answer });
      if (this.socket?.readyState === WebSocket.OPEN && this.greeted) this.socket.send(frame);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.stopTimers();
    removeEventListener("online", this.retry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
  }

  private greeted = false;

  /** The browser itself says that there is no network: nobody has to wait for a silence. */
  private cut = () => {
    const { socket } = this;
    if (!socket) return;
    this.lost();
    socket.close();
  };

  private retry = () => {
    if (this.closed || document.hidden) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.ping(); // after sleep or a change of networks a line may be dead although it looks open
      return;
    }
    this.wait = FIRST_WAIT;
    clearTimeout(this.timer);
    this.connect();
  };

  private connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.onstate("connecting");
    this.greeted = false;
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${this.code}/play`;
    const socket = (this.socket = new WebSocket(url));
    socket.onopen = () => this.hello(socket);
    socket.onmessage = (event: MessageEvent<string>) => socket === this.socket && this.receive(JSON.parse(event.data) as Message | PatchUpdate);
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    this.expect(GREET_WITHIN);
  }

  /** The line is gone: try again, each time a little later. */
  private lost(): void {
    this.stopTimers();
    this.socket = null;
    if (this.closed) return;
    this.onstate("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private stopTimers(): void {
    clearInterval(this.pinger);
    clearTimeout(this.silence);
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send('{"type":"ping"}');
    this.expect(ANSWER_WITHIN);
  }

  /** A message must come within this time, or the line is given up and opened anew. */
  private expect(within: number): void {
    clearTimeout(this.silence);
    const socket = this.socket;
    this.silence = window.setTimeout(() => {
      if (socket === null || socket !== this.socket) return;
      this.lost(); // first: the browser may report the close of a dead line only minutes later
      socket.close();
    }, within);
  }

  private hello(socket: WebSocket): void {
    socket.send(JSON.stringify({ type: "hello", version: this.version }));
  }

  /** The message with everything in it; null where a patch does not fit to what is here, and a fresh welcome is asked for. */
  private patched(message: Message | PatchUpdate): Message | null {
    if (!("patch" in message)) {
      if (message.type === "welcome" || message.type === "update") this.last = message;
      return message;
    }
    if (!this.last?.view || this.last.version !== message.from) {
      this.hello(this.socket!);
      return null;
    }
    this.last = applied(this.last, message.version, message.patch);
    return { type: "update", events: message.events, ...this.last };
  }

  private receive(raw: Message | PatchUpdate): void {
    clearTimeout(this.silence);
    const message = this.patched(raw);
    if (message === null) return;
    if (message.type === "welcome") {
      this.greeted = true;
      this.wait = FIRST_WAIT;
      this.onstate("open");
      for (const { frame } of this.waiting.values()) this.socket?.send(frame);
      clearInterval(this.pinger);
      this.pinger = window.setInterval(() => this.ping(), PING_EVERY);
    }
    if ("version" in message) this.version = message.version;
    if ("id" in message && message.id) {
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      asked?.answer(message);
    }
    this.onmessage(message);
  }
}
