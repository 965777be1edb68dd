/** The page as an app: its service worker, and the browser's offer to install it. */

interface Offer extends Event {
  prompt(): Promise<unknown>;
}

class App {
  offer = $state.raw<Offer | null>(null);
}

export const app = new App();

export function beAnApp(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    app.offer = event as Offer;
  });
  addEventListener("appinstalled", () => (app.offer = null));
  if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register("/worker.js").catch(() => {});
}

export async function install(): Promise<void> {
  await app.offer?.prompt();
  app.offer = null;
}

/** Hand a link to the system's own sharing, where there is one; says whether that was possible. */
export async function share(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share({ title, url });
  } catch {
    /* the player thought better of it */
  }
  return true;
}
