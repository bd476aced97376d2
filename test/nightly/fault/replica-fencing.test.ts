/** The network is cut during a takeover and restored. Only with FAULT_ROUNDS. */
import { once } from "node:events";
import net from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { deliverySettles } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { type Listening, listening } from "../../support/listening.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { replicate, startMachine, takeOver, waitForState, whyNoReplica } from "../../support/replicated.ts";
import { startSftpServer, whyNoSftp } from "../../support/sftp-server.ts";
import { articleOf, signature } from "../../support/site.ts";

const IS_SHORT = process.env.FAULT_ROUNDS === undefined;

it.skipIf(whyNoReplica !== null || whyNoSftp !== null || IS_SHORT)(
  "a disconnected machine works on, and rejects all writes when it finds that another took over",
  { timeout: 120_000 },
  async () => {
    const server = await startSftpServer();
    const link = await startLink(server.port);
    server.makeKnown(link.port);
    const { appliance, article, site, project } = await startNewsroom({ appliance: startMachine({ env: server.env }) });
    const own = await article("m");
    await own.deliver("Both machines have this");
    await replicate(appliance, server.target(server.folder, link.port));

    await link.cut();
    const { dataDir } = await takeOver(server.target(), server.env);
    site.answer = (_, res) => void res.writeHead(500).end();
    const late = await own.save("Only the old machine has this");
    const due = await deliverySettles(appliance, late.delivery_id);
    await waitForState(appliance, "failing", /not reachable|did not respond/);
    expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);

    await link.restore();
    const { detail } = await waitForState(appliance, "fenced");
    expect(detail).toMatch(/took over on/);
    const rejected = [
      await own.post("Refused"),
      await own.editor("PUT", "/draft", { client_id: "tab", vms_json: articleOf("Refused"), base_version: 2 }),
      await fetch(`${appliance.url}/integration/session/open`, {
        method: "POST",
        headers: { "x-service-signature": signature(project.api_secret, "m", site.callbackUrl) },
        body: JSON.stringify({ api_key: project.api_key, material_id: "m", callback_url: site.callbackUrl }),
      }),
      await fetch(`${appliance.url}/readyz`),
    ];
    for (const response of rejected) {
      expect(response.status).toBe(503);
      expect(await response.text()).toContain("took over on");
    }
    const { length } = site.callbacks;
    const retryAt = Date.parse(due.next_attempt_at ?? "");
    await eventually(() => expect(Date.now()).toBeGreaterThan(retryAt + 2_000));
    expect(site.callbacks).toHaveLength(length);

    const second = await startMachine({ env: server.env, dataDir });
    await waitForState(second, "ok");
  },
);

/** A TCP proxy that can be disconnected. */
async function startLink(to: number): Promise<{ port: number; cut(): Promise<void>; restore(): Promise<void> }> {
  const make = () =>
    net.createServer((client) => {
      const onward = net.connect(to, "127.0.0.1");
      onward.pipe(client).pipe(onward);
      for (const [one, other] of [
        [client, onward],
        [onward, client],
      ] as const)
        one.on("error", () => undefined).on("close", () => other.destroy());
    });
  let at: Listening | null = await listening(make());
  const { port } = at;
  const cut = async () => {
    await at?.close();
    at = null;
  };
  onTestFinished(cut);
  return {
    port,
    cut,
    async restore() {
      const server = make().listen(port, "127.0.0.1");
      await once(server, "listening");
      onTestFinished(() => void server.close());
    },
  };
}
