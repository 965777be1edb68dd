/** "Your turn" for somebody who looks elsewhere: a notification of the system, where the player allowed it. */

import { settings } from "../lib/settings.svelte";

export const canNotify = () => "Notification" in window && isSecureContext;

/** Ask the browser once; says whether it may be done. */
export async function allowNotifying(): Promise<boolean> {
  if (!canNotify()) return false;
  return (Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission) === "granted";
}

export async function notify(title: string, body: string): Promise<void> {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const options = { body, tag: "sevenhex", icon: "/icons/icon-192.png", data: location.href };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else new Notification(title, options);
  } catch {
    /* a browser that shows none still plays */
  }
}
