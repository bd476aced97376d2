/** A site's backend for a test: signs opens, receives callbacks on a real listener, downloads archives. */
import { createHmac, randomUUID } from "node:crypto";
import http from "node:http";
import type { SavedVersion } from "../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../server/contracts/media-api.ts";
import { listening } from "./listening.ts";

export interface Keys {
  api_key: string;
  api_secret: string;
}

/** Contract 5.2, implemented independently, because a test must not check the appliance with its own code. */
export function signature(secret: string, materialId: string, url: string): string {
  return createHmac("sha256", secret).update(`${materialId}:${url}`).digest("hex");
}

export interface ReceivedCallback {
  headers: http.IncomingHttpHeaders;
  /** The raw body. */
  text: string;
  body: {
    event: string;
    material_id: string;
    content_url: string;
    metadata: Record<string, unknown>;
    debug?: boolean;
    fonts?: object;
  };
}

export type Reply = (callback: ReceivedCallback, res: http.ServerResponse) => unknown;

/** Material and callback URL → keys of the last open, with which the site signs downloads. */
const openedWith = new Map<string, Keys>();
const opened = (materialId: string, callbackUrl: string) => `${callbackUrl} ${materialId}`;

export type Site = Awaited<ReturnType<typeof startSite>>;

export interface OpenedSession {
  session_id: string;
  fingerprint: string;
  url: string;
  previewUrl: string | null;
  versionId: string | null;
  vms_json: Record<string, unknown> | null;
  [key: string]: unknown;
}

/** Starts a receiver on a free loopback port, or on a given one. */
export async function startSite(respond: Reply = () => ({ rc: 1, rm: "", data: {} }), port = 0) {
  const waiting = new Set<() => void>();
  const site = {
    callbackUrl: "",
    /** Whether the site downloads the archive before it responds with rc 1, as the contract requires. */
    downloads: true,
    callbacks: [] as ReceivedCallback[],
    /** Returns the response: a value is sent as JSON, undefined means that the function wrote the response. */
    respond,
    /** Resolves with callback number `count` (from 1) after the response. */
    async received(count: number): Promise<ReceivedCallback> {
      while (site.callbacks.length < count) await new Promise<void>((resolve) => waiting.add(resolve));
      return site.callbacks[count - 1] as ReceivedCallback;
    },
    close: (): Promise<void> => at.close(),
  };
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const callback: ReceivedCallback = { headers: req.headers, text, body: JSON.parse(text) };
    const value = await site.respond(callback, res);
    const keys = openedWith.get(opened(callback.body.material_id, site.callbackUrl));
    if (site.downloads && keys !== undefined && (value as { rc?: unknown } | null | undefined)?.rc === 1) {
      const archive = downloadArchive(keys, callback.body.content_url, callback.body.material_id);
      // The URL may not be reachable in tests of other features.
      await archive.then((response) => response.arrayBuffer()).catch(() => null);
    }
    if (value !== undefined) res.setHeader("content-type", "application/json").end(JSON.stringify(value));
    site.callbacks.push(callback);
    for (const wake of waiting) wake();
    waiting.clear();
  });
  const at = await listening(server, port);
  site.callbackUrl = `http://${at.host}/galley/callback`;
  return site;
}

/** The body of an open; the keys are added. */
export interface Opening {
  material_id: string;
  callback_url: string;
  [key: string]: unknown;
}

/** The signed open of contract 4.1; any part of the body may be overridden. */
export async function openSession(url: string, keys: Keys, body: Opening): Promise<OpenedSession> {
  openedWith.set(opened(body.material_id, body.callback_url), keys);
  const sign = { "x-service-signature": signature(keys.api_secret, body.material_id, body.callback_url) };
  const response = await fetch(`${url}/integration/session/open`, {
    method: "POST",
    headers: { "content-type": "application/json", ...sign },
    body: JSON.stringify({ api_key: keys.api_key, ...body }),
  });
  if (response.status !== 200) throw new Error(`Open: status ${response.status}: ${await response.text()}`);
  return (await response.json()) as OpenedSession;
}

/** The signed download of contract 4.2. */
export function downloadArchive(keys: Keys, contentUrl: string, materialId: string): Promise<Response> {
  const query = new URLSearchParams({ api_key: keys.api_key, material_id: materialId });
  return fetch(`${contentUrl}?${query}`, {
    headers: { "x-service-signature": signature(keys.api_secret, materialId, contentUrl) },
  });
}

/** URL of the editor API and login headers of an opened session. */
export function editorAccess({ url, session_id }: Pick<OpenedSession, "url" | "session_id">) {
  const [page = "", token = ""] = url.split("#t=");
  return {
    api: `${new URL(page).origin}/editor/api/sessions/${session_id}`,
    headers: { Authorization: `Bearer ${token}` },
  };
}

/** Calls the editor API of an opened session. A buffer is sent unchanged, other bodies as JSON. */
export function editorOf(session: Pick<OpenedSession, "url" | "session_id">) {
  const { api, headers } = editorAccess(session);
  return (method: string, path: string, body?: unknown): Promise<Response> => {
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    return fetch(api + path, { method, headers, ...(body !== undefined && { body: sent }) });
  };
}

/** Saves a state as a new version. @param base_version number of the previous version */
export async function saveState(
  session: OpenedSession,
  vms_json: object,
  base_version: number | null = null,
  user_email: string | null = null,
) {
  const body = { save_id: randomUUID(), vms_json, base_version, user_email };
  const response = await editorOf(session)("POST", "/versions", body);
  if (response.status !== 201) throw new Error(`Save: status ${response.status}: ${await response.text()}`);
  return (await response.json()) as SavedVersion;
}

export const saveVersion = (session: OpenedSession, text: string, base_version: number | null = null) =>
  saveState(session, articleOf(text), base_version, "ida@example.org");

/** Uploads a file. @param smallerOf the picture of which it is a smaller size @returns its file name @throws if it is rejected */
export async function uploadFile(session: OpenedSession, name: string, bytes: Buffer, smallerOf?: string) {
  const query = new URLSearchParams({ name, ...(smallerOf !== undefined && { smaller_of: smallerOf }) });
  const response = await editorOf(session)("POST", `/media?${query}`, bytes);
  if (response.status !== 201) throw new Error(`Upload: status ${response.status}: ${await response.text()}`);
  return ((await response.json()) as UploadedMedia).file_name;
}

/** An article of any blocks. */
export function stateOf(...content: object[]) {
  return { format: "galley/1", doc: { type: "doc", content }, assets: {} };
}

/** An article of paragraphs (texts) and figures (`{file}`). */
export const articleOf = (...blocks: (string | { file: string; alt?: string })[]) =>
  stateOf(
    ...blocks.map((block) =>
      typeof block === "string"
        ? { type: "paragraph", content: [{ type: "text", text: block }] }
        : { type: "figure", attrs: { file: block.file, alt: block.alt ?? "" } },
    ),
  );
