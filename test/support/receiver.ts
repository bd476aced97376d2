/**
 * A correct receiver of a site (contract 4.5), in memory, over http or https. A test replaces parts of its behaviour to make
 * it fail.
 */
import http from "node:http";
import https from "node:https";
import { readArchive } from "./archives.ts";
import { listening } from "./listening.ts";
import { downloadArchive, type Keys, type ReceivedCallback, signature } from "./site.ts";

type State = { assets: Record<string, { clientUrl: string }>; [key: string]: unknown };

interface Unpacked {
  state: State;
  files: Map<string, Buffer>;
}

export interface Behaviour {
  /** Whether the callback is accepted. */
  verify(callback: ReceivedCallback): boolean;
  /** Body of the response 403 to a callback that is not accepted. */
  refusal: object;
  /** The archive; null if the site does not download it. */
  download(callback: ReceivedCallback): Promise<Buffer | null>;
  /** The public URL of a file. */
  urlOf(fileName: string, callback: ReceivedCallback): string;
  /** The response: a value is sent as JSON, a function writes the response. */
  respond(unpacked: Unpacked, callback: ReceivedCallback): unknown;
  /** Serves a stored file. */
  serve(bytes: Buffer, res: http.ServerResponse, req: http.IncomingMessage): void;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** @param tls key and certificate, PEM, for https */
export async function startReceiver(
  keys: Keys,
  change: Partial<Behaviour> = {},
  tls: { key: string; cert: string } | null = null,
) {
  const stored = new Map<string, Buffer>();
  const behaviour: Behaviour = {
    verify: ({ body, headers }) =>
      headers["x-service-signature"] === signature(keys.api_secret, body.material_id, body.content_url),
    refusal: { detail: "Invalid signature" },
    async download({ body }) {
      const response = await downloadArchive(keys, body.content_url, body.material_id);
      if (response.status !== 200) throw new Error(`Archive: status ${response.status}.`);
      return Buffer.from(await response.arrayBuffer());
    },
    urlOf: (fileName) => `${receiver.origin}/files/${fileName}`,
    respond: ({ state }) => ({ rc: 1, rm: "ok", data: { vms_json: state } }),
    serve: (bytes, res) => void res.setHeader("content-type", "image/png").end(bytes),
    ...change,
  };
  const receiver = {
    /** Such as http://127.0.0.1:5123. */
    origin: "",
    callbackUrl: "",
    callbacks: [] as ReceivedCallback[],
    /** Request lines, such as `POST /galley/callback`. */
    requests: [] as string[],
    behaviour,
    close: () => void at.close(),
  };

  const take = async (callback: ReceivedCallback, res: http.ServerResponse): Promise<unknown> => {
    if (!receiver.behaviour.verify(callback)) return res.writeHead(403).end(JSON.stringify(behaviour.refusal));
    const archive = await receiver.behaviour.download(callback);
    const unpacked: Unpacked = archive ? await unpack(archive) : { state: { assets: {} }, files: new Map() };
    const { assets } = unpacked.state;
    for (const [name, bytes] of unpacked.files) {
      stored.set(name, bytes);
      assets[name] = { ...assets[name], clientUrl: receiver.behaviour.urlOf(name, callback) };
    }
    const value = receiver.behaviour.respond(unpacked, callback);
    if (typeof value === "function") return value(res);
    return res.setHeader("content-type", "application/json").end(JSON.stringify(value));
  };
  const handle = async (req: http.IncomingMessage, res: http.ServerResponse) => {
    receiver.requests.push(`${req.method} ${req.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const path = URL.parse(req.url ?? "", "http://site.test")?.pathname ?? "";
    const file = stored.get(path.slice("/files/".length));
    if (req.method === "GET" && file !== undefined) return receiver.behaviour.serve(file, res, req);
    if (req.method !== "POST") return res.writeHead(404).end("nothing here");
    const text = Buffer.concat(chunks).toString("utf8");
    const callback: ReceivedCallback = { headers: req.headers, text, body: JSON.parse(text) };
    receiver.callbacks.push(callback);
    await take(callback, res).catch((error) => res.writeHead(500).end(String(error)));
  };
  const listener = (req: http.IncomingMessage, res: http.ServerResponse) => void handle(req, res);
  // Only these: a certificate's `ca` would complete the chain that the server sends.
  const server =
    tls === null ? http.createServer(listener) : https.createServer({ key: tls.key, cert: tls.cert }, listener);
  const at = await listening(server);
  receiver.origin = `${tls === null ? "http" : "https"}://${at.host}`;
  receiver.callbackUrl = `${receiver.origin}/galley/callback`;
  return receiver;
}

async function unpack(archive: Buffer): Promise<Unpacked> {
  const entries = await readArchive(archive);
  const media = [...entries].filter(([name]) => name.startsWith("vms_media/"));
  return {
    state: JSON.parse(entries.get("vms_json.json")?.toString("utf8") ?? '{"assets":{}}'),
    files: new Map(media.map(([name, bytes]) => [name.slice("vms_media/".length), bytes])),
  };
}
