/** The integration API over plain objects, on a real listener: for its wording, limits and signatures only. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import express from "express";
import type { Archive } from "../../server/archives/archive.ts";
import { JsonText } from "../../server/core/json-text.ts";
import { systemClock, systemRandom } from "../../server/core/runtime.ts";
import { createBodyBudget } from "../../server/http/body-budget.ts";
import type { RequestBodies } from "../../server/http/request-bodies.ts";
import type { Download, IntegrationParts, IntegrationProject, WrongSignature } from "../../server/integration/parts.ts";
import type { SessionCreate } from "../../server/integration/schemas.ts";
import { sign } from "../../server/projects/signature.ts";
import { galley } from "./server.ts";

export const API_KEY = "gk_dev_site";
export const SECRET = "s3cret";
export const PREVIOUS_SECRET = "s3cret-before";
export const FINGERPRINT = "0a4ff2d1-6f0e-4a55-9c36-1f2b3c4d5e6f";
export const VERSION_ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
export const SNAPSHOT_ID = "16fd2706-8baf-433b-82eb-8c7fada847da";
export const MATERIAL_ID = "article-1";
export const OLD_BASE = "https://galley.example.org/old";
export const OPEN_LIMIT = 64 * 1024;

/** Which of the checks was reached, and what was recorded. */
export interface InMemoryService {
  url: string;
  opened: SessionCreate[];
  downloads: Download[];
  wrongSignatures: WrongSignature[];
  logged: unknown[];
  /** Resolves when the next download is recorded. */
  nextDownload(): Promise<Download>;
  close(): Promise<void>;
}

/** What a test may replace. */
export interface InMemoryOptions {
  /** Streams of the media archive, instead of four small chunks. */
  archive?: Archive;
  openSession?: IntegrationParts["openSession"];
}

const CHUNKS = ["PK-one", "two", "three", "four"].map((text) => Buffer.from(text));
export const ARCHIVE_BYTES = Buffer.concat(CHUNKS);

export async function startInMemoryService(options: InMemoryOptions = {}): Promise<InMemoryService> {
  const opened: SessionCreate[] = [];
  const downloads: Download[] = [];
  const wrongSignatures: WrongSignature[] = [];
  const logged: unknown[] = [];
  const waiting: ((download: Download) => void)[] = [];
  const projects = new Map<string, IntegrationProject>([
    [API_KEY, { id: "site", enabled: true, secrets: [SECRET, PREVIOUS_SECRET] }],
    ["gk_disabled", { id: "off", enabled: false, secrets: [SECRET] }],
  ]);
  const archive = options.archive ?? {
    fileName: "media.zip",
    size: ARCHIVE_BYTES.length,
    createStream: () => Readable.from(CHUNKS, { objectMode: false }),
  };
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: string, error?: unknown) => void logged.push(error),
  };
  const parts: IntegrationParts = {
    runtime: { clock: systemClock, random: systemRandom, log },
    throttle: galley.createThrottle(systemClock),
    clientAddress: galley.createClientAddress([]),
    findProject: (apiKey) => projects.get(apiKey) ?? null,
    isCallbackAllowed: (_project, url) => (url.hostname === "localhost" ? { ok: true } : { ok: false, host: url.host }),
    openSession:
      options.openSession ??
      ((_project, body) => {
        opened.push(body);
        return {
          session_id: systemRandom.uuid(),
          fingerprint: FINGERPRINT,
          url: "http://localhost/editor",
          vms_json: null,
          customContainers: JsonText.of([]),
        };
      }),
    contentBases: () => [url, OLD_BASE],
    findMediaArchive: async (key) =>
      key.materialId === MATERIAL_ID && key.fingerprint === FINGERPRINT && key.versionId === VERSION_ID
        ? archive
        : null,
    findFontsArchive: async (key) =>
      key.materialId === MATERIAL_ID && key.fingerprint === FINGERPRINT && key.snapshotId === SNAPSHOT_ID
        ? archive
        : null,
    startDownload: (started) => (ended) => {
      const download = { ...started, ...ended };
      downloads.push(download);
      waiting.shift()?.(download);
    },
    siteSignedWith: () => undefined,
    recordRefusedDownload: () => undefined,
    recordWrongSignature: (wrong) => void wrongSignatures.push(wrong),
    openLimitBytes: () => OPEN_LIMIT,
  };
  const app = express().enable("case sensitive routing").use(galley.readablePaths());
  app.use("/integration", galley.integrationRoutes(parts));
  app.use(galley.docsRoutes({ publicUrl: () => url }));
  app.use(galley.notFound(), galley.errorMapper(log));
  const bodies = requestBodies();
  const server = http.createServer((req, res) => {
    bodies.begin(req, res);
    app(req, res);
  });
  galley.answerUnreadableRequests(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    opened,
    downloads,
    wrongSignatures,
    logged,
    nextDownload: () => new Promise((resolve) => void waiting.push(resolve)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** What a listener of the appliance announces its requests to. */
export function requestBodies(): RequestBodies {
  const budget = createBodyBudget(systemClock);
  return galley.createRequestBodies({ clock: systemClock, budget, clientAddress: galley.createClientAddress([]) });
}

/** A body that opens a session, and its signature. */
export function openRequest(changes: Record<string, unknown> = {}): {
  body: Record<string, unknown>;
  signature: string;
} {
  const body = { api_key: API_KEY, callback_url: "http://localhost/cb", material_id: MATERIAL_ID, ...changes };
  return { body, signature: sign(SECRET, String(body.material_id), String(body.callback_url)) };
}

/** Sends a body to `session/open`; an object is sent as JSON, a string or bytes as they are. */
export function postOpen(
  url: string,
  body: unknown,
  signature: string | null,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/integration/session/open`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(signature !== null && { "x-service-signature": signature }),
      ...headers,
    },
    body: typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
}

interface DownloadChange {
  kind?: "media" | "fonts";
  /** What the signature covers instead of the service's own address. */
  base?: string;
  fingerprint?: string;
  id?: string;
  secret?: string;
}

/** Address, query and signature of a download, as a site makes them. */
export function downloadOf(
  url: string,
  change: DownloadChange = {},
): { address: string; headers: Record<string, string> } {
  const { kind = "media", base = url, fingerprint = FINGERPRINT, secret = SECRET } = change;
  const id = change.id ?? (kind === "media" ? VERSION_ID : SNAPSHOT_ID);
  const path = `/integration/download/${kind}/${fingerprint}/${id}`;
  return {
    address: `${url}${path}?api_key=${API_KEY}&material_id=${MATERIAL_ID}`,
    headers: { "x-service-signature": sign(secret, MATERIAL_ID, `${base}${path}`) },
  };
}
