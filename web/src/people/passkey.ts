/** The browser's own dialog for passkeys: what the server asks, as the browser wants it, and back. */

import { ask } from "../lib/http";
import { rest, type NewKey, type UsedKey } from "../lib/rest";

const bytes = (text: string) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const text = (buffer: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

export const hasPasskeys = () => isSecureContext && "PublicKeyCredential" in window;

interface Descriptor {
  id: string;
  type: "public-key";
}

/** Ask for a new passkey; false when the reader has closed the dialog. */
export async function makePasskey(name: string): Promise<boolean> {
  const { options } = await ask(rest.askNewPasskey({ name }));
  const asked = options as { challenge: string; user: { id: string }; excludeCredentials?: Descriptor[] };
  const publicKey = {
    ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: (asked.excludeCredentials ?? []).map((each) => ({ type: each.type, id: bytes(each.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await dialog(() => navigator.credentials.create({ publicKey }));
  if (!made) return false;
  const response = made.response as AuthenticatorAttestationResponse;
  const answer: NewKey = {
    id: made.id, rawId: text(made.rawId), type: "public-key",
    response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) },
  };
  await ask(rest.addPasskey(answer));
  return true;
}

/** Sign in by a passkey; false when the reader has closed the dialog. */
export async function usePasskey(): Promise<boolean> {
  const { options } = await ask(rest.askPasskey());
  const asked = options as { challenge: string };
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: [] } as unknown as PublicKeyCredentialRequestOptions;
  const used = await dialog(() => navigator.credentials.get({ publicKey }));
  if (!used) return false;
  const response = used.response as AuthenticatorAssertionResponse;
  const answer: UsedKey = {
    id: used.id, rawId: text(used.rawId), type: "public-key",
    response: {
      clientDataJSON: text(response.clientDataJSON), authenticatorData: text(response.authenticatorData),
      signature: text(response.signature), userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
  await ask(rest.signInByPasskey(answer));
  return true;
}

async function dialog(open: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await open()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException) return null; // closed, too late, or this device has it already
    throw error;
  }
}
