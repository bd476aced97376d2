/** A running appliance with articles, versions, files and all keys, from which requests are made. */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import type { VersionDetail } from "../../../../server/contracts/sessions-api.ts";
import { type ApplianceProcess, spawnAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { eventually } from "../../../support/eventually.ts";
import { PNG } from "../../../support/sample-media.ts";
import { articleOf, editorOf, type OpenedSession, openSession } from "../../../support/site.ts";

/** Memory and polluted prototypes of the process. */
export interface ProcessState {
  polluted: string[];
  rss: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
}

export interface World {
  appliance: ApplianceProcess;
  project: ProjectWithSecret;
  sandbox: ProjectWithSecret;
  sessions: (OpenedSession & {
    token: string;
    materialId: string;
    versionId: string;
    file: string;
    /** Permission to its files, as contained in a copy. */
    clip: string;
    previewPath: string;
  })[];
  processState(): Promise<ProcessState>;
}

export const CALLBACK = "http://localhost:9/callback";
const SESSIONS = 8;
const PRELOAD = pathToFileURL(path.resolve(import.meta.dirname, "../preload/process-state.mjs")).href;

export async function makeWorld(heapMb: number): Promise<World> {
  const report = path.join(temporaryFolder(), "process-state.json");
  const appliance = await spawnAppliance({
    env: { NODE_OPTIONS: `--import ${PRELOAD} --max-old-space-size=${heapMb}`, PROCESS_STATE_FILE: report },
  });
  // Without callbacks, only requests change the tables.
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const project = await appliance.createProject();
  const sessions: World["sessions"] = [];
  for (let n = 0; n < SESSIONS; n++) {
    const materialId = `article ${n}`;
    const session = await openSession(appliance.url, project, { material_id: materialId, callback_url: CALLBACK });
    const editor = editorOf(session);
    const uploaded = (await (await editor("POST", "/media?name=a.png", PNG)).json()) as { file_name: string };
    const saved = await editor("POST", "/versions", {
      save_id: `first-${n}`,
      base_version: null,
      vms_json: articleOf("Some words", { file: uploaded.file_name }),
    });
    const { version_id } = (await saved.json()) as { version_id: string };
    const [, token = ""] = session.url.split("#t=");
    const { clip } = (await (await editor("GET", "")).json()) as EditorSession;
    const { preview_path } = await appliance.console<VersionDetail>("GET", `/versions/${version_id}`);
    const kept = { versionId: version_id, file: uploaded.file_name, clip, previewPath: preview_path ?? "" };
    sessions.push({ ...session, token, materialId, ...kept });
  }
  return {
    appliance,
    project,
    sandbox: await appliance.sandboxProject(),
    sessions,
    async processState() {
      fs.rmSync(report, { force: true });
      appliance.child.kill("SIGUSR2");
      return eventually(() => JSON.parse(fs.readFileSync(report, "utf8")) as ProcessState);
    },
  };
}
