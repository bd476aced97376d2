/**
 * A sample site and a minimal HTTP service with crafted archives, for tests of the site alone and of archives that the
 * appliance never makes.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { makeZip, type ZipEntry } from "./archives.ts";
import { listening } from "./listening.ts";
import { galley } from "./server.ts";
import { signature } from "./site.ts";

export const KEY = "gk_test";
export const SECRET = "the secret of the test";

export interface CallbackReply {
  status: number;
  /** Contract 6.3. */
  body: {
    rc?: number;
    rm?: string;
    data?: { vms_json?: { assets?: Record<string, { clientUrl: string }> } & Record<string, unknown>; fonts?: object };
  };
}

export const sign = (materialId: string, url: string) => signature(SECRET, materialId, url);

export function sendZip(archive: Buffer | Promise<Buffer>): (req: IncomingMessage, res: ServerResponse) => void {
  return async (_req, res) => {
    const bytes = await archive;
    res.writeHead(200, { "Content-Type": "application/zip", "Content-Length": bytes.length });
    res.end(bytes);
  };
}

export type SiteAndService = Awaited<ReturnType<typeof startSiteAndService>>;

export async function startSiteAndService() {
  const dir = await mkdtemp(path.join(os.tmpdir(), "galley-sandbox-"));
  const opened: Record<string, unknown>[] = [];
  const downloaded: string[] = [];

  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? "", `http://${req.headers.host}`);
    if (url.pathname === "/integration/session/open") {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      if (req.headers["x-service-signature"] === sign(String(body.material_id), String(body.callback_url)))
        opened.push(body);
      return bench.open(body, res);
    }
    if (url.pathname.startsWith("/integration/download/")) {
      const contentUrl = `${url.origin}${url.pathname}`;
      const isSigned =
        req.headers["x-service-signature"] === sign(url.searchParams.get("material_id") ?? "", contentUrl);
      if (isSigned && url.searchParams.get("api_key") === KEY) downloaded.push(contentUrl);
      return bench.download(req, res);
    }
    res.writeHead(200, { "Content-Type": "text/html" }).end("<h1>The editor</h1>");
  });
  const service = await listening(server);
  const serviceUrl = `http://${service.host}`;

  const openSite = () =>
    galley.openSandboxSite({
      serviceUrl: () => serviceUrl,
      credentials: () => ({ apiKey: KEY, apiSecret: SECRET, formerSecrets: [] }),
      dir,
      log: { warn: () => {}, error: () => {} },
    });
  let site = await openSite();

  const bench = {
    siteUrl: await site.listen("127.0.0.1", 0),
    /** The site's folder. */
    dir,
    /** Bodies of session opens with a valid signature. */
    opened,
    /** URLs of downloads with a valid signature. */
    downloaded,
    /** Handles a download; 404 by default. */
    download: (_req: IncomingMessage, res: ServerResponse): void => void res.writeHead(404).end(),
    /** Handles a session open; returns an editor link by default. */
    open(_body: Record<string, unknown>, res: ServerResponse): void {
      const [session_id, fingerprint] = [randomUUID(), randomUUID()];
      res.writeHead(200, { "Content-Type": "application/json" });
      res.end(JSON.stringify({ session_id, fingerprint, url: `${serviceUrl}/editor/1#t=token` }));
    },
    post(target: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
      const body = new URLSearchParams(fields);
      return fetch(`${bench.siteUrl}${target}`, { method: "POST", body, headers, redirect: "manual" });
    },
    /** Creates an article with the site's form. @returns its id */
    async write(title: string): Promise<string> {
      const response = await bench.post("/articles", { title });
      if (response.status !== 303) throw new Error(`The site did not create the article: status ${response.status}`);
      return String(opened.at(-1)?.material_id);
    },
    /** Sends a signed `article_saved` with the properties of `change`. */
    async save(
      material_id: string,
      change: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ): Promise<CallbackReply> {
      const content_url = `${serviceUrl}/integration/download/media/${randomUUID()}/${randomUUID()}`;
      const version_cdate = "2026-05-04T10:00:00.000+00:00";
      const metadata = { version_id: randomUUID(), version_cdate, user_email: "ann@example.org" };
      const body = { event: "article_saved", material_id, content_url, metadata, debug: false, ...change };
      const signature = sign(body.material_id, body.content_url);
      const response = await fetch(`${bench.siteUrl}/galley/callback`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Service-Signature": signature, ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
    /** Restarts the site on the same folder and another port. */
    async restart(): Promise<void> {
      await site.close();
      site = await openSite();
      bench.siteUrl = await site.listen("127.0.0.1", 0);
    },
    async close(): Promise<void> {
      await site.close();
      await service.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return bench;
}

export const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** The archive entries of a small article with one picture. */
export function saveEntries(text = "Good morning", name = "cat-1a2b3c4d.png"): ZipEntry[] {
  const state = {
    assets: { [name]: { clientUrl: `dummy-${name}`, size: PICTURE.length } },
    doc: { text, src: `dummy-${name}` },
  };
  return [
    { name: "vms_html.html", data: `<p>${text}</p><img src="dummy-${name}" alt="A cat">`, deflated: true },
    { name: "vms_json.json", data: JSON.stringify(state), deflated: true },
    { name: "metadata_json.json", data: "{}", deflated: true },
    { name: `vms_media/${name}`, data: PICTURE },
  ];
}

export function saveArchive(text?: string, name?: string): Promise<Buffer> {
  return makeZip(saveEntries(text, name));
}
