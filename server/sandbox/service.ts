/** The site's requests to the service: credentials, the signature (contract 5.2), opening an article (contract 4.1). */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Article } from "./store.ts";

/** The credentials that the service issued to this site (contract 5.1). */
export interface Credentials {
  apiKey: string;
  apiSecret: string;
  /** After a rotation, the service may sign callbacks with these until it uses the new secret. */
  formerSecrets: readonly string[];
}

export const SIGNATURE_HEADER = "X-Service-Signature";

/**
 * The signature of all requests: lower-case hex of HMAC-SHA256, keyed with the API secret, over `material_id:url`.
 * @param url `callback_url` for opening a session; otherwise `content_url`, exactly as received
 */
export function sign(secret: string, materialId: string, url: string): string {
  return createHmac("sha256", secret).update(`${materialId}:${url}`, "utf8").digest("hex");
}

/** Whether `given` is the signature of the two strings, in constant time. */
export function isValidSignature(given: string | undefined, secret: string, materialId: string, url: string): boolean {
  const expected = Buffer.from(sign(secret, materialId, url), "utf8");
  const received = Buffer.from(given ?? "", "utf8");
  return received.length === expected.length && timingSafeEqual(received, expected);
}

export class OpenSessionError extends Error {
  /** The response of the service; "" without one. */
  readonly response: string;
  readonly advice: string;
  constructor(message: string, response: string, advice: string) {
    super(message);
    this.response = response;
    this.advice = advice;
  }
}

const OPEN_TIMEOUT_MS = 30_000;

/**
 * Containers of this site (contract 2.5). A saved one is a `div` with this class and data, styled by
 * `resources/sandbox/article.css`. Only the editor uses description, colour and icon.
 */
const CUSTOM_CONTAINERS = [
  {
    name: "Timetable",
    class: "box box-timetable",
    data: { label: "Timetable" },
    description: "Departures, in a box of their own",
    color: "#4f74d0",
    icon: "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%20fill='none'%20stroke='%234f74d0'%20stroke-width='1.8'%3E%3Ccircle%20cx='8'%20cy='8'%20r='6.5'/%3E%3Cpath%20d='M8%204v4l3%202'/%3E%3C/svg%3E",
  },
  {
    name: "Fact box",
    class: "box box-facts",
    data: { label: "In brief" },
    description: "Names and numbers in brief",
    color: "#8d897d",
    icon: "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%20fill='none'%20stroke='%238d897d'%20stroke-width='1.8'%3E%3Cpath%20d='M2%204h12M2%208h12M2%2012h7'/%3E%3C/svg%3E",
  },
];

/** Returns the editor link. @throws OpenSessionError */
export async function openSession(
  serviceUrl: string,
  { apiKey, apiSecret }: Credentials,
  callbackUrl: string,
  article: Article,
): Promise<string> {
  const body = {
    api_key: apiKey,
    callback_url: callbackUrl,
    material_id: article.id,
    // The state of the last save: without it, the editor would not open the current version.
    vms_json: article.saved?.vms_json ?? null,
    // Every callback and archive contains this, so it has no secrets.
    metadata: {
      version: "sandbox_1.0.0",
      editor_user_id: "sandbox-editor",
      section_id: "news",
      user_email: "anna.berg@sandbox.example",
      title: article.title,
      customContainers: CUSTOM_CONTAINERS,
    },
  };
  const response = await fetch(`${serviceUrl}/integration/session/open`, {
    method: "POST",
    headers: { "Content-Type": "application/json", [SIGNATURE_HEADER]: sign(apiSecret, article.id, callbackUrl) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(OPEN_TIMEOUT_MS),
  }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    const message = `The service at ${serviceUrl} did not respond: ${cause}.`;
    throw new OpenSessionError(message, "", "Start it, then try again.");
  });

  const { url, detail } = ((await response.json().catch(() => null)) ?? {}) as { url?: unknown; detail?: unknown };
  if (response.status === 200 && typeof url === "string" && /^https?:\/\//.test(url)) return url;
  throw new OpenSessionError(
    `The service did not open the article (status ${response.status}).`,
    messageIn(detail),
    ADVICE[response.status] ?? "Try again. If it fails again, see the service's log.",
  );
}

const ADVICE: Record<number, string> = {
  403: "In the service's console, compare the project's key and secret with those of this site. Check that this site's host is among the project's allowed hosts.",
  404: "Check the service's URL: another program may be running there.",
  413: "The article exceeds the service's size limit. Raise the limit in the console's settings.",
  422: "The request is invalid. The message above names each invalid field.",
  429: "This site sent too many wrong signatures. Correct its secret, wait a minute, then try again.",
  503: "The service is starting or stopping. Try again in a moment.",
  507: "The service's disk is full. Free some space, then try again.",
};

/** `detail` is a sentence, or for a 422 a list of faults (contract 2.8). */
function messageIn(detail: unknown): string {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return "";
  const faults = detail as { loc?: unknown[]; msg?: unknown }[];
  return faults.map((fault) => `${fault.loc?.join(".") ?? ""}: ${String(fault.msg)}`).join("; ");
}
