/** What the player sends: actions for the version on the screen, questions, everything else. */

import { sayRefusal } from "../lib/sentences";
import type { Command, Message, Reason } from "../lib/types";
import { t } from "../words";
import type { Connection } from "./connection.svelte";
import type { Cues } from "./cues.svelte";
import type { Situation } from "./situation.svelte";

const RETRIES = 6;
const RETRY_AFTER = 40; // milliseconds

export class Commands {
  /** buttons rest until the answer or the next position is here */
  busy = $state(false);
  /** an action is on its way: a second click is no second action */
  acting = false;

  private readonly connection: Connection;
  private readonly situation: Situation;
  private readonly cues: Cues;

  constructor(connection: Connection, situation: Situation, cues: Cues) {
    this.connection = connection;
    this.situation = situation;
    this.cues = cues;
  }

  /** Returns whether the server took the action. Where another player was quicker and it is still possible, it is sent again. */
  async act(action: string): Promise<boolean> {
    this.acting = this.busy = true;
    this.cues.refusal = null;
    try {
      return await this.attempt(action);
    } finally {
      this.acting = this.busy = false;
    }
  }

  private async attempt(action: string): Promise<boolean> {
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const answer = await this.connection.send({ type: "act", version: this.situation.version, action });
      if (answer.type !== "refused") return true;
      const possible = this.situation.legal.includes(action) || / for /.test(action); // trades are too many to be listed
      if (answer.code !== "stale" || !possible) {
        this.cues.refuse(answer.code === "stale" ? t().quicker : sayRefusal(answer), answer.reasons);
        return false;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    }
    return false;
  }

  async send(command: Command): Promise<Message> {
    const answer = await this.connection.send(command);
    if (answer.type === "refused" && command.type !== "why") this.cues.refuse(sayRefusal(answer), answer.reasons);
    return answer;
  }

  /** Why an action is not possible now; empty where it is. */
  async why(action: string): Promise<Reason[]> {
    const answer = await this.connection.send({ type: "why", action });
    if (answer.type === "why") return answer.reasons;
    if (answer.type !== "refused") return [];
    return answer.reasons.length ? answer.reasons : [{ code: answer.key, sentence: sayRefusal(answer) }];
  }
}
