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

/** The service did not open an article. The message says what to do. */
export class OpenSessionError extends Error {}

/** By the status of the service's response. */
const REMEDIES: Record<number, string> = {
  403: "In the service's console, compare the project's key, secret and allowed hosts with those of this site.",
  404: "Check the service's URL: another program may be running there.",
  413: "Raise the size limit in the settings of the service's console.",
  422: "Correct the named fields.",
  429: "This site sent too many wrong signatures. Correct its secret, then wait a minute.",
  503: "The service is starting or stopping. Wait a moment.",
  507: "Free some space on the service's disk.",
};

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
    throw new OpenSessionError(`The service at ${serviceUrl} did not respond: ${cause}. Start it.`);
  });

  const { url, detail } = ((await response.json().catch(() => null)) ?? {}) as { url?: unknown; detail?: unknown };
  if (response.status === 200 && typeof url === "string" && /^https?:\/\//.test(url)) return url;
  // `detail` is a sentence, or for a 422 a list of faults (contract 2.8).
  const faults = Array.isArray(detail) ? (detail as { loc?: string[]; msg?: string }[]) : [];
  const reason = faults.map(({ loc, msg }) => `${loc?.join(".")}: ${msg}`).join("; ") || String(detail ?? "no reason");
  const remedy = REMEDIES[response.status] ?? "See the service's log.";
  throw new OpenSessionError(`The service responded with status ${response.status}: ${reason}. ${remedy}`);
}
