import http from "node:http";
import { startAppliance } from "../support/appliance.ts";
import { listening } from "../support/listening.ts";
import { downloadArchive, openSession } from "../support/site.ts";
import { deliverVersion, openEditor, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** A reverse proxy that forwards /galley/… to the appliance as /…. */
function startProxy(target: () => string) {
  const server = http.createServer((req, res) => {
    const inner = (req.url ?? "").replace(/^\/galley/, "");
    if (inner === req.url) return void res.writeHead(404).end();
    const headers = { ...req.headers, "x-forwarded-for": "198.51.100.7" };
    const outgoing = http.request(target() + inner, { method: req.method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    outgoing.on("error", () => res.destroy());
    req.pipe(outgoing);
  });
  return listening(server);
}

test("opening, saving and delivering work under a public URL with a path", async ({ page, receiver }) => {
  let target = "";
  const proxy = await startProxy(() => target);
  const publicUrl = `http://${proxy.host}/galley`;
  const appliance = await startAppliance({ args: ["--public-url", publicUrl, "--trusted-proxies", "127.0.0.1"] });
  target = appliance.url;
  const project = await appliance.createProject();
  const session = await openSession(appliance.url, project, { material_id: "m", callback_url: receiver.callbackUrl });
  expect(session.url).toContain(`${publicUrl}/editor/`);

  await openEditor(page, session.url);
  await write(page, "Through the proxy.");
  await deliverVersion(page, 1);

  const { body } = await receiver.received(1);
  expect(body.metadata.user_ip).toBe("198.51.100.7");
  expect(body.content_url).toContain(`${publicUrl}/integration/download/media/`);
  expect((await downloadArchive(project, body.content_url, "m")).status).toBe(200);

  await appliance.close();
  await proxy.close();
});
