/** Work that may fail, and what a page shows of it: whether it goes on, what was wrong, what is done. */

import { ApiError } from "./http";

export class Attempts {
  busy = $state(false);
  problem = $state("");
  done = $state("");

  /** `unreachable`: the sentence where the server cannot be reached. */
  constructor(private readonly unreachable: () => string) {}

  /** Do it; the answer is whether it succeeded. `done`: what is said then. */
  readonly attempt = async (work: () => Promise<unknown>, done = ""): Promise<boolean> => {
    this.busy = true;
    this.problem = this.done = "";
    try {
      await work();
      this.done = done;
      return true;
    } catch (error) {
      this.problem = error instanceof ApiError && error.message ? error.message : this.unreachable();
      return false;
    } finally {
      this.busy = false;
    }
  };
}
