/**
 * The callback receiver (contract 4.4, 4.5): `POST /galley/callback`. Read this file first: every site implements
 * it. Steps: request → signature → event → download and unpack (archive.ts) → store (store.ts) → response.
 *
 * `rc: 1` means delivered. `rc: 0` rejects the save; the service shows `rm` to the journalist and does not retry. It
 * retries a response without `rc`, a 403 for a wrong signature, and 500 or more for an internal error.
 */
import express, { type ErrorRequestHandler, Router } from "express";
import { fetchArchive, type StoreFile } from "./archive.ts";
import { type Credentials, isValidSignature, SIGNATURE_HEADER } from "./service.ts";
import { FONTS_CSS, replaceReferences, type Store, type VmsJson } from "./store.ts";

export const CALLBACK_PATH = "/galley/callback";

/** Body of a callback (contract 6.1, 6.2). */
interface Callback {
  event: string;
  material_id: string;
  content_url: string;
  metadata: Record<string, unknown>;
  /** The font tree, in a `site_fonts_updated`. */
  fonts?: unknown;
}

/** Response of the site (contract 6.3). */
interface CallbackResponse {
  rc: 0 | 1;
  rm: string;
  data?: Record<string, unknown>;
}

/** Maximum size of a callback body. It carries metadata and the font tree, never an article. */
const MAX_BODY = "2mb";

/** Material ID of the service's receiver check: processed like an article, but not published. */
const CHECK_MATERIAL = "galley-check";

/** Adds a line about a completed step to the callbacks page. Numbers are those of contract 4.5. */
type LogStep = (text: string) => void;

export function createReceiver(site: {
  credentials: () => Credentials;
  store: Store;
  callbacks: CallbackLog;
  siteUrl: () => string;
  now: () => number;
  log: { error(message: string, error: unknown): void };
  /** Aborts downloads when this site shuts down. */
  closing: AbortSignal;
}): Router {
  const { store } = site;
  const router = Router();

  router.post(CALLBACK_PATH, express.json({ limit: MAX_BODY, type: () => true }), async (req, res) => {
    const callback = asCallback(req.body);
    if (callback === null) {
      const detail = "The body must be JSON with the strings event, material_id and content_url.";
      return void res.status(400).json({ detail });
    }
    const record = site.callbacks.begin(callback);
    const start = site.now();
    const step: LogStep = (text) => record.steps.push(`${text} (after ${site.now() - start} ms)`);
    const { status, body } = await handle(callback, req.get(SIGNATURE_HEADER), step);
    record.response = { status, rc: body.rc, message: body.rm ?? body.detail ?? "", body: shown(body) };
    res.status(status).json(body);
  });
  router.all(CALLBACK_PATH, (_req, res) => {
    res.status(405).set("Allow", "POST").json({ detail: "Callbacks are sent with POST." });
  });

  const unreadable: ErrorRequestHandler = ({ status = 400, message }, _req, res, _next) =>
    void res.status(status).json({ detail: `The body cannot be read: ${message}.` });
  router.use(CALLBACK_PATH, unreadable);

  async function handle(
    callback: Callback,
    signature: string | undefined,
    step: LogStep,
  ): Promise<{ status: number; body: Partial<CallbackResponse> & { detail?: string } }> {
    // 1. The signature comes before everything else, even before the search for the article.
    const { apiSecret, formerSecrets } = site.credentials();
    const isValid = [apiSecret, ...formerSecrets].some((secret) =>
      isValidSignature(signature, secret, callback.material_id, callback.content_url),
    );
    if (!isValid) {
      step(`1. ${SIGNATURE_HEADER} is ${signature === undefined ? "missing" : "wrong"}`);
      // Without rc the service retries, so the save arrives once both sides use the same secret.
      const detail = `Invalid signature: the ${SIGNATURE_HEADER} is wrong. Check that both sides use the same secret.`;
      return { status: 403, body: { detail } };
    }
    step(`1. ${SIGNATURE_HEADER} is valid`);

    try {
      const body = await responseTo(callback, step);
      step(`7. Returned rc ${body.rc}`);
      return { status: 200, body };
    } catch (error) {
      const detail = sentenceFor(error);
      step(detail);
      site.log.error(`The sample site could not process a callback: ${detail}`, error);
      return { status: 500, body: { detail } };
    }
  }

  async function responseTo(callback: Callback, step: LogStep): Promise<CallbackResponse> {
    if (callback.event === "article_saved") return articleSaved(callback, step);
    if (callback.event === "site_fonts_updated") return fontsUpdated(callback, step);
    return { rc: 0, rm: `This site does not support ${callback.event}.` };
  }

  /** Idempotent, because a callback may arrive twice, for example after a lost response. */
  async function articleSaved(callback: Callback, step: LogStep): Promise<CallbackResponse> {
    const { material_id, metadata } = callback;
    const article = await store.find(material_id);
    if (article === null && material_id !== CHECK_MATERIAL)
      return { rc: 0, rm: `This site has no article ${material_id}.` };
    if (article?.refusal.on)
      return { rc: 0, rm: article.refusal.message || "This site does not accept changes to this article." };

    // 2 and 3. Each file goes to public storage before the article that shows it.
    const { texts, urls } = await storeArchive(callback, material_id, step);

    // 4. Public URLs replace the temporary references in the HTML.
    const vms_html = replaceReferences(textOf(texts, "vms_html.html"), urls);
    step("4. Put public URLs into vms_html");

    // 5. The same in the editor state, including `assets`.
    const vms_json = withAssetUrls(replaceReferences(textOf(texts, "vms_json.json"), urls), urls);
    step("5. Put the same URLs into vms_json.assets");

    // 6. One write stores both, so that the page and the editor never show different versions.
    if (article !== null) {
      const saved = {
        vms_html,
        vms_json,
        version_id: stringOrNull(metadata.version_id),
        version_cdate: stringOrNull(metadata.version_cdate),
        user_email: stringOrNull(metadata.user_email),
        stored_at: new Date(site.now()).toISOString(),
        site_url: site.siteUrl(),
      };
      // An older version may arrive after a newer one, for example after a manual resend.
      const stored = await store.update(article.id, (current) =>
        isOlder(saved.version_cdate, current.saved?.version_cdate) ? current : { ...current, saved },
      );
      if (stored.saved !== saved) return { rc: 0, rm: "A newer version is already stored." };
    }
    step(article === null ? "6. Stored no article, because this is a receiver check" : "6. Stored the article");

    // 7. The response gives the public URLs to the service.
    return { rc: 1, rm: "ok", data: { vms_json } };
  }

  /** Contract 4.5, last paragraph. */
  async function fontsUpdated(callback: Callback, step: LogStep): Promise<CallbackResponse> {
    const { texts, urls } = await storeArchive(callback, "fonts", step);
    const css = replaceReferences(textOf(texts, FONTS_CSS), urls);
    urls.set(FONTS_CSS, await store.storeFile("fonts", FONTS_CSS, css));
    step(`4. Put public URLs into ${FONTS_CSS}, which all public pages include`);
    return { rc: 1, rm: "ok", data: { fonts: withFontUrls(callback.fonts, urls) } };
  }

  /** Stores the files of the archive in a public folder. @returns its texts by name, and the public URLs by file name */
  async function storeArchive(callback: Callback, folder: string, step: LogStep) {
    const urls = new Map<string, string>();
    const storeFile: StoreFile = async (name, content) => {
      urls.set(name, await store.storeFile(folder, name, content));
    };
    const downloaded = (bytes: number) => step(`2. Downloaded the archive: ${bytes.toLocaleString("en")} bytes`);
    const file = store.temporaryFile();
    const texts = await fetchArchive(callback, site.credentials(), file, site.closing, downloaded, storeFile);
    step(`3. Stored ${urls.size} ${urls.size === 1 ? "file" : "files"} in public storage`);
    return { texts, urls };
  }

  return router;
}

function withAssetUrls(text: string, urls: ReadonlyMap<string, string>): VmsJson {
  const state = JSON.parse(text) as VmsJson & { assets?: Record<string, { clientUrl?: string }> };
  // PHP writes an empty map as [].
  const assets = new Map(Object.entries(state.assets ?? {}));
  for (const [name, clientUrl] of urls) assets.set(name, { ...assets.get(name), clientUrl });
  for (const [name, { clientUrl }] of assets) {
    if (!clientUrl || clientUrl.startsWith("dummy-"))
      throw new Error(`vms_json.json names the file ${name}, which is not in the archive.`);
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
  if (text === undefined) throw new Error(`The archive has no ${name}.`);
  return text;
}

/** False if one of the dates is unreadable. */
function isOlder(date: unknown, than: string | null | undefined): boolean {
  return typeof date === "string" && typeof than === "string" && Date.parse(date) < Date.parse(than);
}

function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return "This site could not process the callback.";
  // Messages of the file system contain local paths.
  if ("syscall" in error && "code" in error) return `This site could not store the save (${String(error.code)}).`;
  // The actual reason of a failed fetch is in `cause`.
  const { message } = error.cause instanceof Error ? error.cause : error;
  return `This site could not process the archive: ${message}`;
}

function asCallback(body: Partial<Record<string, unknown>> | undefined): Callback | null {
  const { event, material_id, content_url, metadata, fonts } = body ?? {};
  if (typeof event !== "string" || typeof material_id !== "string" || typeof content_url !== "string") return null;
  return { event, material_id, content_url, metadata: Object(metadata), fonts };
}

/** One callback on the callbacks page. */
export interface CallbackRecord {
  at: string;
  event: string;
  material_id: string;
  steps: string[];
  request: string;
  /** null while the callback is being handled. */
  response: { status: number; rc: number | undefined; message: string; body: string } | null;
}

type CallbackLog = ReturnType<typeof createCallbackLog>;

const MAX_RECORDS = 50;
/** Maximum length of a kept body, in characters. */
const MAX_SHOWN = 20_000;

/** The last callbacks, newest first, in memory only. */
export function createCallbackLog(now: () => number) {
  const records: CallbackRecord[] = [];
  return {
    records: (): readonly CallbackRecord[] => records,
    /** The caller completes the returned record. */
    begin(callback: Callback): CallbackRecord {
      const record = {
        at: new Date(now()).toISOString(),
        event: callback.event.slice(0, 100),
        material_id: callback.material_id.slice(0, 200),
        steps: [],
        request: shown(callback),
        response: null,
      };
      records.unshift(record);
      records.length = Math.min(records.length, MAX_RECORDS);
      return record;
    },
  };
}

function shown(body: unknown): string {
  const text = JSON.stringify(body, null, 2);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n… (${text.length} characters)` : text;
}
