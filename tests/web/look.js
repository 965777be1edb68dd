// What the page shows, in one look; resolves when something is to be done here and differs from the last look.
async ([last, patience, every]) => {
  const find = (id) => document.querySelector(`[data-testid="${id}"]`);
  const usable = (e) => !!e && !e.disabled && e.getAttribute("aria-disabled") !== "true" && !e.classList.contains("resting");
  const ids = (start) => [...document.querySelectorAll(`[data-testid^="${start}"]`)].filter(usable).map((e) => e.dataset.testid);
  const look = () => {
    const board = find("board"), chooser = document.querySelector('[data-testid^="chooser-"]');
    const log = [...document.querySelectorAll('[data-testid="log"] [data-n]')].at(-1);
    return {
      over: !!find("show-result"), mine: !!document.querySelector('[data-testid="turn"].mine'), sentence: find("turn-sentence")?.textContent ?? "",
      placing: board?.dataset.placing ?? null,
      spots: [...document.querySelectorAll('[data-testid="spot"]')].map((e) => [e.dataset.spot, e.getAttribute("aria-label")]),
      usable: ["roll", "end", "place-here", "accept", "refuse", "counter-start", "withdraw", "offer", "counter", "propose", "bank", "undo", "choose-done", "cancel", "clear"].filter((id) => usable(find(id))),
      build: ids("build-").filter((id) => !id.endsWith("-why")), cards: ids("play-").filter((id) => !id.endsWith("-why")),
      chooser: chooser?.dataset.testid.slice(8) ?? null, choose: chooser ? [...ids("choose-"), ...ids("rob-"), ...ids("monopoly-")] : [],
      answers: [...ids("confirm-"), ...ids("take-"), ...ids("decline-")], rates: ids("rate-"),
      incoming: !!find("incoming") && !!find("refuse"), offered: !!find("my-offer"),
      hand: Object.fromEntries([...document.querySelectorAll("[data-hand]")].map((e) => [e.dataset.hand, Number(e.dataset.count)])),
      refusal: find("refusal")?.textContent ?? null, last: log ? `${log.dataset.n} ${log.textContent}` : "", line: find("line")?.textContent ?? null,
    };
  };
  const start = performance.now();
  for (;;) {
    const now = look(), said = JSON.stringify(now), waited = (performance.now() - start) / 1000;
    // what stays the same although it is our turn may be a click that somebody's quicker one made useless: look again soon
    if ((said !== last && (now.mine || now.over)) || waited > (now.mine ? Math.min(patience, 0.5) : patience)) return [now, said];
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
