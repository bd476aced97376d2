import { once } from "node:events";
import net from "node:net";
import { expect, it } from "vitest";
import { keptLog } from "../../support/appliance.ts";
import { article } from "../../support/backups.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { signature } from "../../support/site.ts";

const ABORTS = 20;

it("logs no error when a client aborts a download", async () => {
  const log = keptLog();
  const { appliance, project, site } = await startNewsroom({ log });
  const written = await article(appliance, project, "m", site.callbackUrl);
  await written.save("With a recording", 3_000_000);
  const { content_url: contentUrl } = (await site.received(1)).body;
  const { port, pathname } = new URL(contentUrl);
  const request = [
    `GET ${pathname}?${new URLSearchParams({ api_key: project.api_key, material_id: "m" })} HTTP/1.1`,
    "Host: galley",
    `X-Service-Signature: ${signature(project.api_secret, "m", contentUrl)}`,
  ].join("\r\n");

  for (let round = 1; round <= ABORTS; round++) {
    const client = net.connect(Number(port), "127.0.0.1");
    client.on("error", () => {});
    client.write(`${request}\r\n\r\n`);
    let rest = (round * 3_000_000) / ABORTS;
    for await (const bytes of client) {
      rest -= (bytes as Buffer).length;
      if (rest > 0) continue;
      if (round % 2 === 0) client.resetAndDestroy();
      break;
    }
    client.destroy();
    if (!client.closed) await once(client, "close");
  }
  // The close waits for requests in progress.
  await appliance.close();
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
