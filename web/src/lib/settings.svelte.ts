/** What this browser remembers: language, look, sound, name. */

import { preferred } from "../words/spoken.svelte";

export type Theme = "auto" | "light" | "dark";
export type Pace = "calm" | "normal" | "quick";

const KEY = "sevenhex";

interface Saved {
  language: string;
  theme: Theme;
  sound: boolean;
  volume: number; // 0 to 1
  pace: Pace; // how quickly what the others do is shown
  coach: boolean;
  notify: boolean;
  name: string;
  guide: string; // the table of the guided first game, while it is guided
  quick: { edition: string; players: number; bot: string; level: string };
}

const defaults: Saved = {
  language: preferred(),
  theme: "auto",
  sound: true,
  volume: 0.7,
  pace: "normal",
  coach: false,
  notify: false,
  name: "",
  guide: "",
  quick: { edition: "sixth", players: 4, bot: "", level: "" },
};

function load(): Saved {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>) };
  } catch {
    return defaults;
  }
}

export const settings = $state<Saved>(load());

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* a browser that keeps nothing still plays */
  }
}

export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

export function showTheme(): void {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
