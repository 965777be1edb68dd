/** Where we are, from the address: #/ lobby, #/t/CODE table, #/r/CODE/57 replay, #/r replay of a file, #/how the rules in three minutes, #/learn/EDITION/LESSON the lessons, #/rules/EDITION/CLAUSE the rulebook, #/new/KNOWN/EDITION what differs, #/kit/PART/EDITION/PLAYERS help for a real table, #/study and its parts, #/me the reader's account, #/me/profile and #/who/NAME profiles, #/me/drills and #/drills/THEME the reader's deck, #/desk the operator's desk, #/tournaments, #/tournament/ID, #/find, #/people and #/club where people meet. */

export type Place = { page: "lobby" } | { page: "study"; part: string; rest: string } | { page: "how" } | { page: "me"; part: string; name: string } | { page: "clubs"; part: string; id: string } | { page: "desk"; part: string } | { page: "learn"; edition: string; lesson: string } | { page: "rules"; edition: string; at: string } | { page: "new"; known: string; edition: string } | { page: "kit"; part: string; edition: string; players: number; rest: string } | { page: "table"; code: string } | { page: "replay"; code: string | null; move: number | null };

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function read(hash: string): Place {
  const [page, code, move, third, ...others] = hash.replace(/^#\/?/, "").split("/");
  if (page === "t" && code) return { page: "table", code: code.toLowerCase() };
  if (page === "r") return { page: "replay", code: code && code !== "file" ? code.toLowerCase() : null, move: move ? Number(move) || 0 : null };
  if (page === "rules") return { page: "rules", edition: code || "sixth", at: move ?? "" };
  if (page === "me" && code === "drills") return { page: "study", part: "drills", rest: move ?? "" };
  if (page === "me") return { page: "me", part: code || "account", name: code === "refused" ? (move ?? "") : "" };
  if (page === "desk") return { page: "desk", part: code || "overview" };
  if (page === "who" && code) return { page: "me", part: "profile", name: decoded(code) };
  if (/^(tournaments|tournament|find|people|club)$/.test(page)) return { page: "clubs", part: page, id: code ?? "" };
  if (page === "new") return { page: "new", known: code || "fourth", edition: move || "sixth" };
  if (page === "kit") return { page: "kit", part: code ?? "", edition: move || "sixth", players: Number(third) || 4, rest: others.join("/") };
  if (page === "how") return { page: "how" };
  if (page === "learn") return { page: "learn", edition: code || "sixth", lesson: move ?? "" };
  if (/^(study|board|review|puzzles|drills|openings)$/.test(page)) return { page: "study", part: page, rest: hash.replace(/^#\/?\w+\/?/, "") };
  return { page: "lobby" };
}

// an address without the #, written by hand or by a program, means the same
if (/^\/[tr]\/./.test(location.pathname)) history.replaceState(null, "", `/#${location.pathname}`);

class Router {
  place = $state<Place>(read(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.place = read(location.hash)));
  }
}

export const router = new Router();

export function go(hash: string): void {
  location.hash = hash;
}

/** Change the address without a step back in the browser's history: for stepping through a replay. */
export function mark(hash: string): void {
  history.replaceState(null, "", hash);
}
