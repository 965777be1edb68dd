/** The service worker: keeps the page, so that it starts without a network, and brings a notification's reader back to the table. */

declare const FILES: string[]; // put in by the build: every file of the page
declare const VERSION: string;

interface Worker extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>; openWindow(url: string): Promise<unknown>; claim(): Promise<void> };
}
interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Extended {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const self = globalThis as unknown as Worker;
const KEPT = `sevenhex-${VERSION}`;
const BOOKS = "rulebooks"; // stay when the page is updated
const SLOW = 4000; // a page that is here anyway does not wait longer for the network

self.addEventListener("install", (event) => {
  (event as Extended).waitUntil(caches.open(KEPT).then((kept) => kept.addAll(["/", ...FILES])));
});

self.addEventListener("activate", (event) => {
  const work = async () => {
    for (const name of await caches.keys()) if (name.startsWith("sevenhex-") && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  (event as Extended).waitUntil(work());
});

self.addEventListener("fetch", (event) => {
  const { request } = event as Fetched;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/api\/(rulebook|lessons)\//.test(url.pathname)) return (event as Fetched).respondWith(book(request));
  if (url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") (event as Fetched).respondWith(page(request));
  else if (FILES.includes(url.pathname)) (event as Fetched).respondWith(file(request));
});

/** The newest page, or the one that was kept when the server is away or too slow. */
async function page(request: Request): Promise<Response> {
  const kept = (await caches.open(KEPT)).match("/");
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW));
  try {
    const answer = await Promise.race([fetch(request), late]);
    if (answer && answer.status < 500) return answer;
  } catch {
    /* no network */
  }
  return (await kept) ?? fetch(request);
}

/** A rulebook or the lessons as the server has it now, or as it was read before. */
async function book(request: Request): Promise<Response> {
  const kept = await caches.open(BOOKS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    if (answer.status < 500) return answer;
  } catch {
    /* no network */
  }
  return (await kept.match(request)) ?? Response.error();
}

/** What the build named by its content never changes. */
async function file(request: Request): Promise<Response> {
  return (await (await caches.open(KEPT)).match(request)) ?? fetch(request);
}

/** What a push says, in the browser's language; it names a table, or who invites, and nothing of a game. */
const PUSHED: Record<string, Record<string, string>> = {
  en: { turn: "It is your turn.", left: "It is still your turn; little time is left.", invited: "invites you to a table.", found: "A game that you wished for is ready.", called: "Your table in the tournament is ready." },
  de: { turn: "Du bist am Zug.", left: "Du bist noch am Zug; wenig Zeit ist übrig.", invited: "lädt dich an einen Tisch ein.", found: "Ein Spiel, das du dir gewünscht hast, ist bereit.", called: "Dein Tisch im Turnier ist bereit." },
  fr: { turn: "C'est à vous de jouer.", left: "C'est toujours à vous ; il reste peu de temps.", invited: "vous invite à une table.", found: "Une partie que vous souhaitiez est prête.", called: "Votre table du tournoi est prête." },
  es: { turn: "Es tu turno.", left: "Sigue siendo tu turno; queda poco tiempo.", invited: "te invita a una mesa.", found: "Una partida que deseabas está lista.", called: "Tu mesa del torneo está lista." },
};

self.addEventListener("push", (event) => {
  const { data } = event as unknown as { data: { json(): { table: string; name: string; what?: string } } | null };
  const said = data?.json();
  if (!said) return;
  const words = PUSHED[navigator.language.slice(0, 2)] ?? PUSHED.en;
  const shown = self.registration.showNotification(said.name || "Sevenhex", { body: words[said.what ?? "turn"] ?? "", tag: said.table, data: `${location.origin}/#/t/${said.table}` });
  (event as Extended).waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  const { notification } = event as unknown as { notification: Notification };
  notification.close();
  const back = async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((each) => each.url === notification.data) ?? open[0];
    await (there ? there.focus() : self.clients.openWindow(String(notification.data)));
  };
  (event as Extended).waitUntil(back());
});

export {};
