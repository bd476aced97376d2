/**
 * The floor of downloads: pipes one file. `GET /?chunk=<highWaterMark in bytes>`, 0 for Node's default.
 * `node file-stream.mjs <file>`
 */
import fs from "node:fs";
import http from "node:http";

const file = process.argv[2] ?? "";
const { size } = fs.statSync(file);

const server = http.createServer((req, res) => {
  const chunk = Number(new URL(req.url ?? "/", "http://floor").searchParams.get("chunk"));
  res.setHeader("Content-Type", "application/zip");
  res.setHeader("Content-Length", size);
  fs.createReadStream(file, chunk === 0 ? {} : { highWaterMark: chunk }).pipe(res);
});
server.listen(0, "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ event: "ready", url: `http://127.0.0.1:${address.port}` })}\n`);
});
process.on("SIGTERM", () => process.exit());
