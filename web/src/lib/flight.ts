/** Cards that fly from the hexes to the hands, and between hands: only for the eye, nothing depends on it. */

import { reducedMotion } from "./settings.svelte";
import { RESOURCES, type Bundle, type GameEvent, type Resource } from "./types";

const LONG = 820;
const STAGGER = 70;
const MOST = 24;

interface Paid {
  hex: string;
  resource: Resource;
  count: number;
}

interface Flight {
  from: string;
  to: string;
  resource: Resource | null;
}

interface Spot {
  x: number;
  y: number;
}

function centre(selector: string): Spot | null {
  for (const element of document.querySelectorAll(selector)) {
    const box = element.getBoundingClientRect();
    // a panel scrolled out of sight is met at the edge of the screen
    if (box.width > 0) return { x: Math.max(16, Math.min(innerWidth - 16, box.left + box.width / 2)), y: box.top + box.height / 2 };
  }
  return null;
}

const faces = new Map<Resource | null, HTMLElement>();

function cardOf(resource: Resource | null): HTMLElement {
  let face = faces.get(resource);
  if (!face) {
    faces.set(resource, (face = document.createElement("div")));
    face.className = `flying ${resource ? `r-${resource}` : ""}`;
    face.setAttribute("aria-hidden", "true");
    face.innerHTML = resource ? `<svg width="18" height="18"><use href="#i-${resource}"/></svg>` : "";
  }
  return face.cloneNode(true) as HTMLElement;
}

/** All start together: first every place is looked up, then every card is put in, so that the page is laid out once. */
function launch(flights: Flight[]): void {
  const spots = new Map<string, Spot | null>();
  const spot = (selector: string) => {
    if (!spots.has(selector)) spots.set(selector, centre(selector));
    return spots.get(selector)!;
  };
  const ready = flights.flatMap(({ from, to, resource }, order) => {
    const [start, end] = [spot(from), spot(to)];
    return start && end ? [{ card: cardOf(resource), start, end, delay: order * STAGGER }] : [];
  });
  document.body.append(...ready.map(({ card }) => card));
  for (const { card, start, end, delay } of ready) fly(card, start, end, delay);
}

function fly(card: HTMLElement, start: Spot, end: Spot, delay: number): void {
  const lift = Math.min(110, Math.abs(end.x - start.x) / 4 + 40);
  const lean = end.x > start.x ? 14 : -14;
  const at = (x: number, y: number, scale: number, turn: number) => `translate(${x - 17}px, ${y - 23}px) rotate(${turn}deg) scale(${scale})`;
  const motion = card.animate(
    [
      { transform: at(start.x, start.y, 0.3, 0), opacity: 0, easing: "cubic-bezier(0.2, 1.2, 0.4, 1)" },
      { transform: at(start.x, start.y - 18, 1.25, -lean / 2), opacity: 1, offset: 0.28, easing: "ease-in" },
      { transform: at((start.x + end.x) / 2, (start.y + end.y) / 2 - lift, 1.1, lean), opacity: 1, offset: 0.62, easing: "ease-out" },
      { transform: at(end.x, end.y, 0.6, 0), opacity: 0.3 },
    ],
    { duration: LONG, delay, fill: "both" },
  );
  motion.onfinish = motion.oncancel = () => card.remove();
}

const place = (seat: number, me: number | null, resource: Resource | null) => (seat === me && resource ? `[data-hand="${resource}"]` : `[data-panel="${seat}"]`);

const AFTER_DICE = 900; // the dice come to rest before the hexes pay

export function showFlights(events: GameEvent[], me: number | null): void {
  if (reducedMotion() || document.hidden) return;
  const wait = events.some((event) => event.kind === "rolled") ? AFTER_DICE : 0;
  const flights: Flight[] = [];
  const send = (from: string, to: string, resource: Resource | null) => {
    if (flights.length < MOST) flights.push({ from, to, resource });
  };
  for (const event of events) {
    const { data, seat } = event;
    if (seat === null) continue;
    if (event.kind === "produced") {
      for (const card of data.cards as Paid[]) for (let i = 0; i < card.count; i++) send(`[data-hex="${card.hex}"]`, place(seat, me, card.resource), card.resource);
    } else if (event.kind === "robbed" && data.count) {
      const resource = (data.resource as Resource | undefined) ?? null;
      send(place(data.victim as number, me, resource), place(seat, me, resource), resource);
    } else if (event.kind === "discarded") {
      const resource = (data.resource as Resource | undefined) ?? null;
      send(place(seat, me, resource), "[data-supply], [data-hex]", resource);
    } else if (event.kind === "drew") {
      send("[data-supply], [data-hex]", seat === me ? "[data-testid=hand]" : `[data-panel="${seat}"]`, null);
    } else if (event.kind === "played" && data.card === "year_of_plenty") {
      for (const resource of RESOURCES) for (let i = 0; i < ((data.get as Bundle)[resource] ?? 0); i++) send("[data-supply], [data-hex]", place(seat, me, resource), resource);
    } else if (event.kind === "played" && data.card === "monopoly") {
      const resource = data.resource as Resource;
      for (const [from, count] of Object.entries((data.taken as Record<string, number>) ?? {})) for (let i = 0; i < count; i++) send(place(Number(from), me, resource), place(seat, me, resource), resource);
    } else if (event.kind === "traded") {
      const other = data.with as number | null;
      const side = (bundle: Bundle, from: number | null, to: number | null) => {
        for (const resource of RESOURCES)
          for (let i = 0; i < (bundle[resource] ?? 0); i++) send(from === null ? "[data-supply], [data-hex]" : place(from, me, resource), to === null ? "[data-supply], [data-hex]" : place(to, me, resource), resource);
      };
      side(data.give as Bundle, seat, other);
      side(data.get as Bundle, other, seat);
    }
  }
  // in a later frame, so that what the message changed is shown first
  if (flights.length) setTimeout(() => requestAnimationFrame(() => launch(flights)), wait);
}
