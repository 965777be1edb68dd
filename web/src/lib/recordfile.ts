/** A record opened from a file, kept while the page is open. */

import type { Frame } from "./types";

export const recordFile: { name: string; text: string; frames: Frame[] | null } = { name: "", text: "", frames: null };
