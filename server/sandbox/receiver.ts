/**
 * The callback receiver (contract 4.4, 4.5): `POST /galley/callback`. Read this file first: every site implements
 * it. Steps: request → signature → event → download and unpack (archive.ts) → store (store.ts) → response.
 *
 * `rc: 1` means delivered. `rc: 0` rejects the save; the service shows `rm` to the journalist and does not retry. It
 * retries a response without `rc`, a 403 for a wrong signature, and 500 or more for an internal error.
 */
import { Router } from "express";
import { ARTICLE_ARCHIVE, ArchiveError, type FetchArchive, FONTS_ARCHIVE } from "./archive.ts";
import { type Room, readBody } from "./guard.ts";
import { type Credentials, isValidSignature, SIGNATURE_HEADER } from "./service.ts";
import {
  type ArticleStore,
  createKeyedQueue,
  FONTS_CSS,
  type FontStore,
  type PublicFiles,
  replaceReferences,
  type VmsJson,
} from "./store.ts";

export const CALLBACK_PATH = "/galley/callback";

/** Body of a callback (contract 6.1, 6.2). */
export interface Callback {
  event: string;
  material_id: string;
  content_url: string;
  metadata: Record<string, unknown>;
  /** The font tree, in a `site_fonts_updated`. */
  fonts?: unknown;
}

/** Response of the site (contract 6.3). */
export interface CallbackResponse {
  rc: 0 | 1;
  rm: string;
  data?: Record<string, unknown>;
}

/** Maximum size of a callback body, bytes. It carries metadata and the font tree, never an article. */
const MAX_BODY = 10 * 1024 ** 2;

/** Material ID of the service's receiver check: processed like an article, but not published. */
const CHECK_MATERIAL = "galley-check";

export function createReceiver(site: {
  credentials: () => Credentials;
  articles: ArticleStore;
  files: PublicFiles;
  fonts: FontStore;
  fetchArchive: FetchArchive;
  callbacks: CallbackLog;
  room: Room;
  siteUrl: () => string;
  now: () => number;
  log: { error(message: string, error: unknown): void };
}) {
  const { articles, files, fonts, fetchArchive } = site;
  const inOrder = createKeyedQueue();
  const router = Router();

  router.post(CALLBACK_PATH, async (req, res) => {
    const read = await readBody(req, MAX_BODY, site.room);
    if (!("text" in read)) return void res.status(read.status).set("Retry-After", "5").json({ detail: read.detail });
    const callback = parseCallback(read.text);
    if (callback === null) {
      const detail = "The body must be JSON with the strings event, material_id and content_url.";
      return void res.status(400).json({ detail });
    }
    const log = site.callbacks.begin(callback);
    const { status, body } = await handle(callback, req.get(SIGNATURE_HEADER), log);
    log.responded(status, body);
    res.status(status).json(body);
  });
  router.all(CALLBACK_PATH, (_req, res) => {
    res.status(405).set("Allow", "POST").json({ detail: "Callbacks are sent with POST." });
  });

  async function handle(
    callback: Callback,
    signature: string | undefined,
    log: CallbackInProgress,
  ): Promise<{ status: number; body: CallbackResponse | { detail: string } }> {
    // 1. The signature comes before everything else, even before the search for the article.
    const { apiSecret, formerSecrets } = site.credentials();
    const isValid = [apiSecret, ...formerSecrets].some((secret) =>
      isValidSignature(signature, secret, callback.material_id, callback.content_url),
    );
    if (!isValid) {
      log.step(1, `${SIGNATURE_HEADER} is ${signature === undefined ? "missing" : "wrong"}`);
      // Without rc the service retries, so the save arrives once both sides use the same secret.
      const detail = `Invalid signature: the ${SIGNATURE_HEADER} is wrong. Check that both sides use the same secret.`;
      return { status: 403, body: { detail } };
    }
    log.step(1, `${SIGNATURE_HEADER} is valid`);

    const work = workFor(callback, log);
    if (work === null) return { status: 200, body: { rc: 0, rm: `This site does not support ${callback.event}.` } };
    try {
      const response = await work;
      log.step(7, `Returned rc ${response.rc}`);
      return { status: 200, body: response };
    } catch (error) {
      const detail = sentenceFor(error);
      log.step(null, detail);
      site.log.error(`The sample site could not process a callback: ${detail}`, error);
      return { status: error instanceof ArchiveError ? 502 : 500, body: { detail } };
    }
  }

  /** null for an unknown event. */
  function workFor(callback: Callback, log: CallbackInProgress): Promise<CallbackResponse> | null {
    switch (callback.event) {
      case "article_saved":
        return inOrder.run(`article ${callback.material_id}`, () => articleSaved(callback, log));
      case "site_fonts_updated":
        return inOrder.run("fonts", () => fontsUpdated(callback, log));
      default:
        return null;
    }
  }

  /** Idempotent, because a callback may arrive twice, for example after a lost response. */
  async function articleSaved(callback: Callback, log: CallbackInProgress): Promise<CallbackResponse> {
    const article = await articles.find(callback.material_id);
    if (article === null && callback.material_id !== CHECK_MATERIAL)
      return { rc: 0, rm: `This site has no article ${callback.material_id}.` };
    if (article?.refusal.on) {
      log.step(null, "This article rejects saves: the setting on its page is on");
      return { rc: 0, rm: article.refusal.message || "This site does not accept changes to this article." };
    }
    const { version_id, version_cdate, user_email } = callback.metadata;
    // Rejects an older version, so that the journalist learns that the page shows another one. It arrives after a manual
    // resend, or after the service was restored from an old backup.
    if (isOlder(version_cdate, article?.saved?.version_cdate)) {
      log.step(null, "The version is older than the stored one");
      return { rc: 0, rm: `A newer version (of ${article?.saved?.version_cdate}) is already stored.` };
    }

    // 2 and 3. Each file goes to public storage before the article that shows it.
    const urls = new Map<string, string>();
    const texts = await fetchArchive(callback, ARTICLE_ARCHIVE, downloaded(log), async (name, content) => {
      urls.set(name, await files.store(callback.material_id, name, content));
    });
    log.step(3, `Stored ${urls.size} ${urls.size === 1 ? "file" : "files"} from vms_media`);

    // 4. Public URLs replace the temporary references in the HTML.
    const vms_html = replaceReferences(textOf(texts, "vms_html.html"), urls);
    log.step(4, "Put public URLs into vms_html");

    // 5. The same in the editor state, including `assets`.
    const vms_json = withAssetUrls(replaceReferences(textOf(texts, "vms_json.json"), urls), urls);
    log.step(5, "Put the same URLs into vms_json.assets");

    // 6. One write stores both, so that the page and the editor never show different versions.
    if (article === null) log.step(6, "Stored no article, because this is a receiver check");
    else {
      const saved = {
        vms_html,
        vms_json,
        version_id: stringOrNull(version_id),
        version_cdate: stringOrNull(version_cdate),
        user_email: stringOrNull(user_email),
        stored_at: new Date(site.now()).toISOString(),
        site_url: site.siteUrl(),
      };
      await articles.update(article.id, { saved });
      log.step(6, "Stored the article");
    }

    // 7. The response gives the public URLs to the service.
    return { rc: 1, rm: "ok", data: { vms_json } };
  }

  /** Contract 4.5, last paragraph. */
  async function fontsUpdated(callback: Callback, log: CallbackInProgress): Promise<CallbackResponse> {
    const urls = new Map<string, string>();
    const texts = await fetchArchive(callback, FONTS_ARCHIVE, downloaded(log), async (name, content) => {
      urls.set(name, await fonts.store(name, content));
    });
    log.step(3, `Stored ${urls.size} ${urls.size === 1 ? "file" : "files"} from vms_fonts`);

    const cssUrl = await fonts.store(FONTS_CSS, replaceReferences(textOf(texts, FONTS_CSS), urls));
    urls.set(FONTS_CSS, cssUrl);
    log.step(4, `Put public URLs into ${FONTS_CSS}`);

    await fonts.record(cssUrl);
    log.step(6, "Recorded the CSS in the site's settings");

    // The tree is in the archive and in the callback; a receiver may use either.
    const text = texts.get("vms_fonts.json");
    const tree = text === undefined ? (callback.fonts ?? {}) : parseJson("vms_fonts.json", text);
    return { rc: 1, rm: "ok", data: { fonts: withFontUrls(tree, urls) } };
  }

  return { router, settled: inOrder.settled };
}

const downloaded = (log: CallbackInProgress) => (bytes: number) =>
  log.step(2, `Downloaded the archive: ${bytes.toLocaleString("en")} bytes`);

function withAssetUrls(text: string, urls: ReadonlyMap<string, string>): VmsJson {
  const state = parseJson("vms_json.json", text);
  if (typeof state !== "object" || state === null || Array.isArray(state))
    throw new ArchiveError("vms_json.json is not a JSON object.");
  const { assets: given } = state as VmsJson;
  // PHP writes an empty map as [].
  const assets = new Map<string, unknown>(Object.entries(Array.isArray(given) ? {} : (given ?? {})));
  for (const [name, clientUrl] of urls) assets.set(name, { ...(assets.get(name) ?? {}), clientUrl });
  for (const [name, entry] of assets) {
    const { clientUrl } = (entry ?? {}) as { clientUrl?: unknown };
    if (typeof clientUrl !== "string" || clientUrl === "" || clientUrl.startsWith("dummy-"))
      throw new ArchiveError(`vms_json.json names the file ${name}, which is not in the archive.`);
  }
  return { ...state, assets: Object.fromEntries(assets) };
}

/** Sets the public URL of every node whose `id` is the name of a stored file. */
function withFontUrls(node: unknown, urls: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((child) => withFontUrls(child, urls));
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, child]) => [key, withFontUrls(child, urls)]));
  const url = typeof copy.id === "string" ? urls.get(copy.id) : undefined;
  return url === undefined ? copy : { ...copy, clientUrl: url };
}

function textOf(texts: ReadonlyMap<string, string>, name: string): string {
  const text = texts.get(name);
  if (text === undefined) throw new ArchiveError(`The archive has no ${name}.`);
  return text;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveError(`${name} is not JSON.`);
  }
}

/** False if one of the dates is unreadable. */
function isOlder(date: unknown, than: string | null | undefined): boolean {
  return typeof date === "string" && typeof than === "string" && Date.parse(date) < Date.parse(than);
}

function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Omits messages of the file system, which contain local paths. */
function sentenceFor(error: unknown): string {
  if (error instanceof ArchiveError) return error.message;
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return `This site could not store the save${code}.`;
}

function parseCallback(text: string): Callback | null {
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

/** One callback on the callbacks page. */
export interface CallbackRecord {
  at: string;
  event: string;
  material_id: string;
  /** Completed steps in order; `number` is that of contract 4.5, null for other steps. */
  steps: { number: number | null; text: string; at_ms: number }[];
  received: string;
  /** null while the callback is being handled. */
  response: { status: number; rc: number | null; message: string; body: string; duration_ms: number } | null;
}

export type CallbackLog = ReturnType<typeof createCallbackLog>;
type CallbackInProgress = ReturnType<CallbackLog["begin"]>;

const MAX_RECORDS = 50;
/** Maximum length of a kept body, in characters. */
const MAX_SHOWN = 20_000;

/** The last callbacks, newest first, in memory only. */
export function createCallbackLog(now: () => number) {
  const records: CallbackRecord[] = [];
  return {
    records: (): readonly CallbackRecord[] => records,
    begin(callback: Callback) {
      const start = now();
      const record: CallbackRecord = {
        at: new Date(start).toISOString(),
        event: callback.event.slice(0, 100),
        material_id: callback.material_id.slice(0, 200),
        steps: [],
        received: shown(callback),
        response: null,
      };
      records.unshift(record);
      records.length = Math.min(records.length, MAX_RECORDS);
      return {
        step: (number: number | null, text: string) => void record.steps.push({ number, text, at_ms: now() - start }),
        responded(status: number, body: { rc?: number; rm?: string; detail?: string }) {
          const message = body.rm ?? body.detail ?? "";
          record.response = { status, rc: body.rc ?? null, message, body: shown(body), duration_ms: now() - start };
        },
      };
    },
  };
}

function shown(body: unknown): string {
  const text = JSON.stringify(body, null, 2) ?? "";
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n… (${text.length} characters)` : text;
}
