/** The line to one table: open, lost or being opened, and what is sent over it. A lesson has a line of its own, without a server. */

import { TableSocket, type LineState } from "../lib/socket";
import type { Command, Message } from "../lib/types";

/** What answers a table's commands. */
export interface Line {
  send: (command: Command) => Promise<Message>;
  close: () => void;
}
export type Opener = (code: string, onmessage: (message: Message) => void, onstate: (state: LineState) => void) => Line;

const overSocket: Opener = (code, onmessage, onstate) => new TableSocket(code, onmessage, onstate);

export class Connection {
  state = $state<LineState>("connecting");
  private readonly onmessage: (message: Message) => void;
  private readonly opener: Opener;
  private line: Line | null = null;

  constructor(onmessage: (message: Message) => void, opener: Opener = overSocket) {
    this.onmessage = onmessage;
    this.opener = opener;
  }

  open(code: string): void {
    this.line = this.opener(code, this.onmessage, (state) => (this.state = state));
  }

  close(): void {
    this.line?.close();
  }

  /** Resolves with the answer, after a reconnection if need be. */
  send(command: Command): Promise<Message> {
    return this.line!.send(command);
  }
}
