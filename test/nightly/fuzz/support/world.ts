/** A running appliance with articles, versions, files and all keys, from which requests are made. */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { VersionDetail } from "../../../../server/contracts/sessions-api.ts";
import { spawnAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { eventually } from "../../../support/eventually.ts";
import { articleOfKeys } from "../../../support/newsroom.ts";
import { PNG } from "../../../support/sample-media.ts";
import { articleOf } from "../../../support/site.ts";

export type World = Awaited<ReturnType<typeof makeWorld>>;

export const CALLBACK = "http://localhost:9/callback";
const SESSIONS = 8;
const PRELOAD = pathToFileURL(path.resolve(import.meta.dirname, "../preload/process-state.mjs")).href;

export async function makeWorld(heapMb: number) {
  const report = path.join(temporaryFolder(), "process-state.json");
  const appliance = await spawnAppliance({
    env: { NODE_OPTIONS: `--import ${PRELOAD} --max-old-space-size=${heapMb}`, PROCESS_STATE_FILE: report },
  });
  // Without callbacks, only requests change the tables.
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const project = await appliance.createProject();
  const newSession = async (_: unknown, n: number) => {
    const materialId = `article ${n}`;
    const { session, upload, save, load } = await articleOfKeys(appliance, project, materialId, CALLBACK);
    const file = await upload("a.png", PNG);
    const { version_id: versionId } = await save(articleOf("Some words", { file }));
    const [, token = ""] = session.url.split("#t=");
    // Its clip is the permission to its files, as contained in a copy.
    const { clip } = await load();
    const { preview_path } = await appliance.console<VersionDetail>("GET", `/versions/${versionId}`);
    return { ...session, token, materialId, versionId, file, clip, previewPath: preview_path ?? "" };
  };
  return {
    appliance,
    project,
    sandbox: await appliance.sandboxProject(),
    sessions: await Promise.all(Array.from({ length: SESSIONS }, newSession)),
    /** Properties that were added to built-in prototypes. */
    async polluted() {
      fs.rmSync(report, { force: true });
      appliance.child.kill("SIGUSR2");
      return eventually(() => JSON.parse(fs.readFileSync(report, "utf8")) as string[]);
    },
  };
}
