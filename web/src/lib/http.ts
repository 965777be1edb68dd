/** Sends the calls of `rest.ts`. */

import type { Call, Reply } from "./rest";
import { sayRefusal } from "./sentences";
import type { Refusal } from "./types";

/** A call that failed: in the chosen language, or without words when nothing could be reached (status 0). */
export class ApiError extends Error {
  /** `field`: what of the body is wrong, where the server names it; `clause`: the rule that refuses it. */
  constructor(message: string, readonly status: number, readonly field = "", readonly clause = "") {
    super(message);
  }
}

export async function send<Back extends Reply<number, unknown>>(call: Call<Back>, signal?: AbortSignal): Promise<Back> {
  const { method, path, body } = call;
  let response: Response;
  try {
    response = await fetch(path, {
      method, signal,
      headers: body === undefined ? {} : { "content-type": typeof body === "string" ? "text/plain" : "application/json" },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("", 0);
  }
  const text = await response.text();
  let data: unknown = text;
  try {
    data = JSON.parse(text);
  } catch {
    /* a record is plain text */
  }
  if (response.ok) return { status: response.status, data } as Back;
  const refusal = data && typeof data === "object" && "key" in data ? (data as Refusal) : null; // else a proxy's page, say
  const said = refusal ? sayRefusal(refusal) : "";
  throw new ApiError(said || `${response.status}`, response.status, String(refusal?.facts?.field ?? ""), String(refusal?.facts?.clause ?? ""));
}

/** The data alone, of calls that answer in one way. */
export async function ask<Data>(call: Call<Reply<number, Data>>, signal?: AbortSignal): Promise<Data> {
  return (await send(call, signal)).data;
}
