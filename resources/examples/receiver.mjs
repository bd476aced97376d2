// A complete receiver for Galley. Start it with: node receiver.mjs (API_KEY and API_SECRET in the environment).
// It needs Node 22.2 or newer and nothing else.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { crc32, inflateRawSync } from "node:zlib";

const { API_KEY, API_SECRET, FORMER_API_SECRET } = process.env; // FORMER_API_SECRET: only during a rotation
const PORT = Number(process.env.PORT ?? 8080);
const SITE = process.env.SITE_URL ?? `http://127.0.0.1:${PORT}`; // public URL of the folder "public"
const NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"; // no slash, no leading dot: safe as a file name and in a URL
const MAX_BYTES = 500_000_000; // of an archive, which is held in memory

const sign = (materialId, url, secret = API_SECRET) =>
  createHmac("sha256", secret).update(`${materialId}:${url}`).digest("hex");

/** Writes a file atomically and flushes it to the disk. */
async function store(file, data) {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = path.join(path.dirname(file), `.${randomBytes(8).toString("hex")}`);
  try {
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Yields the entries of a ZIP archive from its central directory, and compares the checksums. */
function* entriesOf(zip) {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw new Error("The archive has no central directory");
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, crc, packed, size] = [
      zip.readUInt16LE(at + 10),
      ...[16, 20, 24].map((o) => zip.readUInt32LE(at + o)),
    ];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(start, start + packed);
    const data = method === 8 ? inflateRawSync(raw, { maxOutputLength: MAX_BYTES }) : raw;
    if (data.length !== size || crc32(data) !== crc) throw new Error(`${name} is damaged`);
    yield [name, data];
    at += 46 + nameLength + extra + comment;
  }
}

async function download(materialId, contentUrl) {
  const query = new URLSearchParams({ api_key: API_KEY, material_id: materialId });
  const response = await fetch(`${contentUrl}?${query}`, {
    headers: { "X-Service-Signature": sign(materialId, contentUrl) }, // over content_url without the query
    signal: AbortSignal.timeout(150_000),
  });
  if (!response.ok) throw new Error(`The download failed with status ${response.status}: ${await response.text()}`);
  if (Number(response.headers.get("content-length")) > MAX_BYTES) throw new Error("The archive is too large");
  return Buffer.from(await response.arrayBuffer());
}

/** Downloads the archive and stores its files. Returns its texts with public URLs, and the URLs. */
async function unpack(body, inside, folder) {
  const texts = {};
  const urls = new Map();
  for (const [entry, data] of entriesOf(await download(body.material_id, body.content_url))) {
    const name = entry.startsWith(inside) ? entry.slice(inside.length) : null;
    if (name === null) texts[entry] = data.toString("utf8");
    else if (!new RegExp(`^${NAME}$`).test(name)) throw new Error(`The archive has an invalid entry ${entry}`);
    else {
      await store(path.join("public", folder, name), data);
      urls.set(name, `${SITE}/${folder}/${name}`);
    }
  }
  const references = new RegExp(`dummy-(${NAME})`, "g");
  for (const [entry, text] of Object.entries(texts))
    texts[entry] = text.replace(references, (found, name) => urls.get(name) ?? found);
  return { texts, urls };
}

const events = {
  async article_saved(body) {
    const id = body.material_id;
    // Replace this with your own check that the article exists.
    if (!/^[\w-]{1,64}$/.test(id)) return { rc: 0, rm: "There is no such article." };
    const { texts, urls } = await unpack(body, "vms_media/", `articles/${id}`);
    const state = JSON.parse(texts["vms_json.json"]);
    state.assets ??= {};
    for (const [name, url] of urls) state.assets[name] = { ...state.assets[name], clientUrl: url };
    // The state may contain internal data, and metadata_json.json has the author's e-mail and IP: never publish them.
    await store(path.join("private", `${id}.json`), JSON.stringify(state));
    const page = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/fonts/vms_fonts.css">${texts["vms_html.html"]}`;
    await store(path.join("public", "articles", id, "index.html"), page);
    return { rc: 1, rm: "ok", data: { vms_json: state } };
  },
  async site_fonts_updated(body) {
    const { texts } = await unpack(body, "vms_fonts/", "fonts");
    await store("public/fonts/vms_fonts.css", texts["vms_fonts.css"]);
    const tree = texts["vms_fonts.json"].replace("dummy-vms_fonts.css", `${SITE}/fonts/vms_fonts.css`);
    return { rc: 1, rm: "ok", data: { fonts: JSON.parse(tree) } };
  },
};

let last = Promise.resolve(); // callbacks of one article must run in order
function inTurn(work) {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

async function receive(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > 10_000_000) throw new Error("The callback is too large");
    chunks.push(chunk);
  }
  const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const given = Buffer.from(String(request.headers["x-service-signature"]));
  const isRight = [API_SECRET, FORMER_API_SECRET].filter(Boolean).some((secret) => {
    const right = Buffer.from(sign(body.material_id, body.content_url, secret));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isRight) return [403, { detail: "Invalid signature" }]; // no rc: Galley retries until the secrets match
  if (!Object.hasOwn(events, body.event)) return [200, { rc: 0, rm: `Unknown event ${body.event}` }];
  return [200, await inTurn(() => events[body.event](body))];
}

const TYPES = {
  ...{ ".html": "text/html; charset=utf-8", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2" },
  ...{ ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".gif": "image/gif", ".mp4": "video/mp4" },
};

/** Serves the folder "public". In production, your web server does this. */
async function serve(url, response) {
  const asked = path.normalize(decodeURIComponent(new URL(url, SITE).pathname));
  const file = path.join("public", asked.endsWith(path.sep) ? path.join(asked, "index.html") : asked);
  const data = await readFile(file);
  const type = TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream";
  response.writeHead(200, { "Content-Type": type }).end(data);
}

createServer(async (request, response) => {
  if (request.method !== "POST")
    return serve(request.url, response).catch(() => response.writeHead(404).end("Not found"));
  const [status, body] = await receive(request).catch((error) => {
    console.error(error);
    return [500, { detail: String(error) }]; // no rc: Galley retries later
  });
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}).listen(PORT, "127.0.0.1", () => console.log(`Waiting for callbacks on port ${PORT}`));
