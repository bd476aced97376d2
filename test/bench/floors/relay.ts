/** A minimal relay: numbers steps and sends them to both tabs of an article; checks and stores nothing. */
import http from "node:http";

interface Article {
  n: number;
  counters: Map<string, number>;
  readers: Set<http.ServerResponse>;
}

const articles = new Map<string, Article>();
const server = http.createServer(async (req, res) => {
  const [, name = "", path = ""] = (req.url ?? "").split("/");
  const article = articles.get(name) ?? { n: 0, counters: new Map(), readers: new Set() };
  articles.set(name, article);
  if (path === "events") {
    res.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    article.readers.add(res);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = JSON.parse(String(Buffer.concat(chunks)) || "{}") as {
    writer_key: string;
    counter: number;
    steps: unknown[];
  };
  const answer = (value: object) => {
    const text = JSON.stringify(value);
    res.writeHead(200, { "content-length": Buffer.byteLength(text) }).end(text);
  };
  if (path === "room") return answer({ epoch: "", n: article.n, writer: body.writer_key, vms_json: {} });
  if (path !== "steps") return answer({});
  const after = article.n;
  article.n += body.steps.length;
  const counter = body.counter + body.steps.length;
  const batch = { after, n: article.n, writer: body.writer_key, counter };
  const frame = `event: steps\ndata: ${JSON.stringify({ batches: [{ ...batch, steps: body.steps }] })}\n\n`;
  for (const reader of article.readers) reader.write(frame);
  answer({ batches: [{ ...batch, steps: null }] });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ event: "ready", url: `http://127.0.0.1:${port}` })}\n`);
});
process.on("disconnect", () => process.exit());
