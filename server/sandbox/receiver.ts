/**
 * The callback receiver (contract 4.4): `POST /galley/callback`. Read this file first: it is what a site has to build.
 *
 * How it answers: `rc: 1` means taken. `rc: 0` means that the site does not want this save; the service shows `rm` to
 * the journalist and does not try again. Whatever may go better later gets an answer without `rc`, a wrong signature
 * with 403 and a fault of ours with 500 or more: the service tries again.
 */
import { Router } from "express";
import { ArchiveError, type Credentials } from "./archive-download.ts";
import type { Answer, Callback } from "./callback.ts";
import type { CallbackInProgress, CallbackLog } from "./callback-log.ts";
import { type Room, readBody } from "./read-body.ts";
import { isSignatureRight, SIGNATURE_HEADER } from "./signature.ts";
import type { SiteLog } from "./site-log.ts";

export const CALLBACK_PATH = "/galley/callback";

/** Largest body of a callback, bytes. It carries metadata and the font tree, never an article. */
const MAX_BODY = 10 * 1024 ** 2;

const WANTED = "The body is to be JSON with the strings event, material_id and content_url.";

export type CallbackHandler = (callback: Callback, log: CallbackInProgress) => Promise<Answer>;

export interface ReceiverParts {
  credentials: () => Credentials;
  /** Event name → what this site does then. */
  handlers: ReadonlyMap<string, CallbackHandler>;
  callbacks: CallbackLog;
  room: Room;
  log: SiteLog;
}

export function createCallbackReceiver(parts: ReceiverParts): Router {
  const router = Router();
  router.post(CALLBACK_PATH, async (req, res) => {
    const read = await readBody(req, MAX_BODY, parts.room);
    if (!("text" in read)) return void res.status(read.status).set("Retry-After", "5").json({ detail: read.detail });
    const callback = readCallback(read.text);
    if (callback === null) return void res.status(400).json({ detail: WANTED });
    const record = parts.callbacks.begin(callback);
    const { status, body } = await handle(parts, callback, req.get(SIGNATURE_HEADER), record);
    record.answered(status, body);
    res.status(status).json(body);
  });
  router.all(CALLBACK_PATH, (_req, res) => {
    res.status(405).set("Allow", "POST").json({ detail: "Callbacks are sent with POST." });
  });
  return router;
}

interface Reply {
  status: number;
  body: Answer | { detail: string };
}

async function handle(
  parts: ReceiverParts,
  callback: Callback,
  signature: string | undefined,
  record: CallbackInProgress,
): Promise<Reply> {
  // 1. Before anything else, also before looking whether there is such an article: is it really the service?
  const { apiSecret, formerSecrets } = parts.credentials();
  const isRight = [apiSecret, ...formerSecrets].some((secret) =>
    isSignatureRight(signature, secret, callback.material_id, callback.content_url),
  );
  if (!isRight) {
    record.step(1, `${SIGNATURE_HEADER} is ${signature === undefined ? "missing" : "wrong"}`);
    // Without rc: if only the secrets differ, the service tries again, and the save comes through once they agree.
    const detail = `Invalid signature: the ${SIGNATURE_HEADER} is wrong. Do both sides have the same secret?`;
    return { status: 403, body: { detail } };
  }
  record.step(1, `${SIGNATURE_HEADER} is right`);

  const handler = parts.handlers.get(callback.event);
  if (handler === undefined) return { status: 200, body: { rc: 0, rm: `This site does not know ${callback.event}.` } };
  try {
    const answer = await handler(callback, record);
    record.step(7, `Answered rc ${answer.rc}`);
    return { status: 200, body: answer };
  } catch (error) {
    const detail = sentenceFor(error);
    record.step(null, detail);
    parts.log.error(`The sample site could not take a callback: ${detail}`, error);
    return { status: error instanceof ArchiveError ? 502 : 500, body: { detail } };
  }
}

function readCallback(text: string): Callback | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== "object" || body === null) return null;
  const { event, material_id, content_url, metadata, fonts } = body as Record<string, unknown>;
  if (typeof event !== "string" || typeof material_id !== "string" || typeof content_url !== "string") return null;
  const map = typeof metadata === "object" && metadata !== null ? (metadata as Record<string, unknown>) : {};
  return { event, material_id, content_url, metadata: map, fonts };
}

/** A file system's own words name paths of this machine, so only its code goes out. */
function sentenceFor(error: unknown): string {
  if (error instanceof ArchiveError) return error.message;
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return `This site could not store the save${code}.`;
}
