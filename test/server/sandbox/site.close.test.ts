import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startSiteAndService } from "../../support/hand-made-service.ts";

test("closing ends kept-alive connections and a download that hangs", async () => {
  const bench = await startSiteAndService();
  const id = await bench.write("Hanging");
  const { hostname, port, host } = new URL(bench.siteUrl);
  const idle = connect(Number(port), hostname);
  idle.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(idle, "data");
  const idleEnded = once(idle, "close");

  const asked = new Promise<void>((resolve) => {
    bench.download = (_req, res) => {
      res.writeHead(200, { "Content-Type": "application/zip", "Content-Length": 1_000_000 });
      res.write("PK", () => resolve());
    };
  });
  const lost = expect(bench.save(id)).rejects.toThrow();
  await asked;

  const start = performance.now();
  await bench.close();
  expect(performance.now() - start).toBeLessThan(1_000);
  await idleEnded;
  await lost;
});
