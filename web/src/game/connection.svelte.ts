/** The line to one table: open, lost or being opened, and what is sent over it. */

import { TableSocket, type LineState } from "../lib/socket";
import type { Command, Message } from "../lib/types";

export class Connection {
  state = $state<LineState>("connecting");
  private readonly onmessage: (message: Message) => void;
  private socket: TableSocket | null = null;

  constructor(onmessage: (message: Message) => void) {
    this.onmessage = onmessage;
  }

  open(code: string): void {
    this.socket = new TableSocket(code, this.onmessage, (state) => (this.state = state));
  }

  close(): void {
    this.socket?.close();
  }

  /** Resolves with the answer, after a reconnection if need be. */
  send(command: Command): Promise<Message> {
    return this.socket!.send(command);
  }
}
