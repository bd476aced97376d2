/**
 * What this site knows of the service, and what it asks of it: credentials, the signature (contract 5.2), and opening an
 * article in the editor (contract 4.1).
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Article } from "./store.ts";

/** What the service issued to this site (contract 5.1). */
export interface Credentials {
  apiKey: string;
  apiSecret: string;
  /**
   * Secrets before this one that callbacks may still be signed with: after a rotation, until the service has heard the new
   * one.
   */
  formerSecrets: readonly string[];
}

export const SIGNATURE_HEADER = "X-Service-Signature";

/**
 * The signature that site and service put on everything they say to each other: lower-case hex of HMAC-SHA256, keyed with
 * the API secret, over `material_id:url`. The secret itself never travels.
 * @param url `callback_url` when a session is opened; `content_url`, exactly as received and without the query that is
 *   added for the download, everywhere else
 */
export function sign(secret: string, materialId: string, url: string): string {
  return createHmac("sha256", secret).update(`${materialId}:${url}`, "utf8").digest("hex");
}

/** Whether `given` is the signature of the two strings. Takes as long for a nearly right one as for a wrong one. */
export function isSignatureRight(given: string | undefined, secret: string, materialId: string, url: string): boolean {
  const expected = Buffer.from(sign(secret, materialId, url), "utf8");
  const received = Buffer.from(given ?? "", "utf8");
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** The service did not open the article. */
export class OpenSessionError extends Error {
  /** What the service said, in its own words; "" where it could not be asked. */
  readonly said: string;
  /** What the person in front of the page can do. */
  readonly advice: string;
  constructor(message: string, said: string, advice: string) {
    super(message);
    this.said = said;
    this.advice = advice;
  }
}

const OPEN_TIMEOUT_MS = 30_000;

/**
 * What this site's pages can do with a part of an article (contract 2.5). The journalist puts it around blocks, and it
 * comes back as a `div` with this class and data, which `resources/sandbox/article.css` draws as a box with its label.
 * Description, colour and icon are for the editor alone; the colour can be seen on light and on dark.
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

/**
 * Returns the address at which the editor opens.
 * @param serviceUrl the service's address, such as http://127.0.0.1:8420
 * @throws OpenSessionError
 */
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
    // Without the state of the last save the editor would not open the current version.
    vms_json: article.saved?.vms_json ?? null,
    // Comes back with every callback. No secrets in here: it is also written into the archive.
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
    const message = `The service at ${serviceUrl} did not answer: ${cause}.`;
    throw new OpenSessionError(message, "", "Start it, then try again.");
  });

  const answer: unknown = await response.json().catch(() => null);
  const { url, detail } = (answer ?? {}) as { url?: unknown; detail?: unknown };
  if (response.status === 200 && typeof url === "string" && /^https?:\/\//.test(url)) return url;
  throw new OpenSessionError(
    `The service did not open the article (status ${response.status}).`,
    wordsOf(detail),
    ADVICE[response.status] ?? "Try again. If it stays like this, look into the service's log.",
  );
}

const ADVICE: Record<number, string> = {
  403: "Compare this site's key and secret with those of its project in the service's console, and see whether this site's address is among the project's allowed hosts.",
  404: "Is there another program at the service's address?",
  413: "The article is larger than the service takes. Its limit is in the console's settings.",
  422: "The request has the wrong shape. The words above name each field that is wrong.",
  429: "Too many wrong signatures came from this address. Put the secret right and wait a minute.",
  503: "The service is starting or ending. Try again in a moment.",
  507: "The disk of the service is full.",
};

/** `detail` is a sentence, or for a 422 a list of faults (contract 2.8). */
function wordsOf(detail: unknown): string {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return "";
  const faults = detail as { loc?: unknown[]; msg?: unknown }[];
  return faults.map((fault) => `${fault.loc?.join(".") ?? ""}: ${String(fault.msg)}`).join("; ");
}
