import { once } from "node:events";
import net from "node:net";
import { expect, it } from "vitest";
import { keptLog } from "../../support/appliance.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const BREAKS = 30;

it("logs nothing if a client disconnects during a response", async () => {
  const log = keptLog();
  const { appliance, article } = await startNewsroom({ log });
  const { session, upload } = await article("m");
  const wav = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt \x10\0\0\0", "latin1"), Buffer.alloc(3_000_000)]);
  wav.writeUInt32LE(wav.length - 8, 4);
  const file_name = await upload("a.wav", wav);
  const [, token] = session.url.split("#t=");

  const { port, pathname } = new URL(appliance.url);
  expect(pathname).toBe("/");
  const pages = ["/docs", "/docs/swagger-ui-bundle.js", "/openapi.json", "/editor/nothing.js"];
  for (const path of [...pages, `/editor/api/sessions/${session.session_id}/media/${file_name}`]) {
    for (let n = 0; n < BREAKS; n++) {
      const client = net.connect(Number(port), "127.0.0.1");
      client.on("error", () => undefined);
      client.write(
        `GET ${path} HTTP/1.1\r\nHost: galley\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      // With the head or after part of the body, with or without a reset.
      let pieces = 1 + (n % 4);
      for await (const _ of client) {
        if (--pieces > 0) continue;
        if (n % 2 === 0) client.resetAndDestroy();
        break;
      }
      client.destroy();
      if (!client.closed) await once(client, "close");
    }
  }
  await appliance.close();
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
