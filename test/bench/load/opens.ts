import { performance } from "node:perf_hooks";
import { signature } from "../../support/site.ts";
import type { Opened, Opens } from "./commands.ts";
import { type Connection, connect, requestBytes } from "./connection.ts";

/** The requests are made before the time runs. */
export async function opens(command: Opens): Promise<Opened> {
  const requests = Array.from({ length: command.count }, (_, index) =>
    openRequest(command, `${command.prefix}-${command.from + index}`),
  );
  const connections = await Promise.all(Array.from({ length: command.connections }, () => connect(command.url)));
  const before = performance.eventLoopUtilization();
  const started = performance.now();
  await Promise.all(connections.map((connection) => sendAll(connection, requests)));
  const ms = performance.now() - started;
  const { utilization: busy } = performance.eventLoopUtilization(before);
  for (const connection of connections) connection.close();
  return { perSecond: (command.count / ms) * 1000, busy };
}

/** Takes from the shared list until it is empty. */
async function sendAll(connection: Connection, requests: Buffer[]): Promise<void> {
  for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`An open was answered with ${status}.`);
  }
}

function openRequest({ url, keys, callbackUrl }: Opens, materialId: string): Buffer {
  const body = JSON.stringify({
    api_key: keys.api_key,
    callback_url: callbackUrl,
    material_id: materialId,
    vms_json: null,
    metadata: { version: "bench_1.0", editor_user_id: "7", section_id: "city", user_email: "desk@example.org" },
  });
  return requestBytes(
    "POST",
    `${url}/integration/session/open`,
    {
      "Content-Type": "application/json",
      "X-Service-Signature": signature(keys.api_secret, materialId, callbackUrl),
    },
    body,
  );
}
