/**
 * From a save of 1,000 words to the first byte of its callback, minus one fsynced commit of the same size in the same
 * folder, minus one connect.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import { articleOf, editorAccess, openSession } from "../../support/site.ts";
import { beyond, median } from "../figures.ts";
import { openCommitFloor } from "../floors/commit-floor.ts";
import { connect, paragraphs, requestBytes, startReceiver } from "../load/requests.ts";
import { type Scenario, startAppliance } from "../workshop.ts";

const WORDS = 1_000;
const WARM_UP = 20;
const SAVES = 100;
const BUDGET_MS = 15_000;
const LEAST_SAVES = 30;
const MOST_MS = 10;

export const save: Scenario = {
  name: "save",
  title: `Save of ${WORDS.toLocaleString("en")} words to the first byte of the callback`,
  limitMs: 60_000,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const keys = await appliance.createProject();
    let arrived = Promise.withResolvers<number>();
    const receiver = await startReceiver((at) => arrived.resolve(at));
    const callback_url = `http://${receiver.host}/callback`;
    const connection = await connect(appliance.url);
    const floor = openCommitFloor(appliance.dataDir);

    /** Saves a new article, because callbacks of one session are serialized. @returns ms, and the stored bytes */
    const saveOnce = async () => {
      const session = await openSession(appliance.url, keys, { material_id: randomUUID(), callback_url });
      const { api, headers } = editorAccess(session);
      const vms_json = articleOf(...paragraphs(WORDS));
      const body = { save_id: randomUUID(), vms_json, base_version: null, user_email: "desk@example.org" };
      const request = requestBytes("POST", `${api}/versions`, headers, body);
      arrived = Promise.withResolvers();
      const started = performance.now();
      const { status } = await connection.send(request);
      if (status !== 201) throw new Error(`Save: status ${status}.`);
      const ms = (await arrived.promise) - started;
      // Until the delivery's outcome is committed, so that its commit is not part of the next measurement.
      for (;;) {
        const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${session.session_id}`);
        const [version] = versions;
        if (version?.delivery?.state === "delivered") return { ms, bytes: version.size };
      }
    };
    try {
      let bytes = 0;
      for (let index = 0; index < WARM_UP; index++) ({ bytes } = await saveOnce());
      const row = "x".repeat(bytes);
      const [saves, commits, connects]: [number[], number[], number[]] = [[], [], []];
      const started = performance.now();
      while (saves.length < SAVES && (saves.length < LEAST_SAVES || performance.now() - started < BUDGET_MS)) {
        saves.push((await saveOnce()).ms);
        commits.push(floor.commit(row));
        connects.push(await connectOnce(receiver.port));
      }
      const floors = commits.map((ms, index) => ms + (connects[index] ?? 0));
      const [commit, connecting] = [commits, connects].map((all) => median(all).toFixed(2));
      const note = `${saves.length} saves; the floor: commit ${commit} ms, connect ${connecting} ms`;
      return [beyond("save to callback, median", "ms", saves, floors, MOST_MS, note)];
    } finally {
      floor.close();
      connection.close();
      await receiver.close();
    }
  },
};

async function connectOnce(port: number): Promise<number> {
  const started = performance.now();
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  const ms = performance.now() - started;
  socket.destroy();
  return ms;
}
