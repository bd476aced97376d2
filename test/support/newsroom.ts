/** What most test files need, once a file: an appliance, a project, the project's site, and articles of it. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, onTestFinished } from "vitest";
import type { DeliveryDetail, DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import type { EditorSession, SavedVersion } from "../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../server/contracts/media-api.ts";
import { type RunningAppliance, startAppliance, type TestOptions } from "./appliance.ts";
import { zipTexts } from "./archives.ts";
import { deliverySettles } from "./deliveries.ts";
import { readEvents } from "./event-reader.ts";
import { eventually } from "./eventually.ts";
import {
  type Answer,
  articleOf,
  downloadArchive,
  editorOf,
  type Keys,
  type OpenedSession,
  openSession,
  startSite,
} from "./site.ts";

type Body = Record<string, unknown>;

/**
 * Called at the top of a test file, everything ends after the file's last test; called in a test or before each, with
 * that test.
 * @param options of the appliance, or an appliance of another kind; `name` is the project's, `answer` the site's
 */
export async function startNewsroom<A extends RunningAppliance = Awaited<ReturnType<typeof startAppliance>>>(
  options: TestOptions & { name?: string; answer?: Answer; appliance?: Promise<A> } = {},
) {
  const { name, answer, appliance: other, ...rest } = options;
  const appliance = await (other ?? (startAppliance(rest) as Promise<unknown> as Promise<A>));
  const room = await newsroomIn(appliance, name === undefined ? {} : { name }, answer);
  // Before the site: what is registered last ends first.
  atEnd(() => appliance.close());
  return { appliance, ...room };
}

/** Another project with a site of its own, in a running appliance. Ends as `startNewsroom` does. */
export async function newsroomIn(appliance: RunningAppliance, body: Body = {}, answer?: Answer) {
  const site = await startSite(answer);
  atEnd(() => site.close());
  const project = await appliance.createProject(body);
  const open = (material_id: string, body: Body = {}) =>
    openSession(appliance.url, project, { material_id, callback_url: site.callbackUrl, ...body });
  const archiveOf = async (materialId: string) => {
    const { content_url = "" } = site.callbacks.findLast(({ body }) => body.material_id === materialId)?.body ?? {};
    const answer = await downloadArchive(project, content_url, materialId);
    return zipTexts(Buffer.from(await answer.arrayBuffer()));
  };
  return {
    project,
    site,
    /** Opens an article of the project, with callbacks to the site; any part of the body may be overridden. */
    open,
    async article(materialId: string, body: Body = {}) {
      const session = await open(materialId, body);
      const { deliver, ...article } = articleIn(appliance, session);
      /** Saves, waits until the site has answered, and reads the archive that it got. */
      const publish = async (content?: string | object | null, more?: Body) => {
        type Delivery = DeliveryRow & Pick<DeliveryDetail, "explanation">;
        const delivery = (await deliver(content ?? undefined, more)) as Delivery;
        const texts = await archiveOf(materialId);
        const json = String(texts.get("vms_json.json"));
        return {
          ...{ delivery, texts, json },
          /** Without the style. */
          html: String(texts.get("vms_html.html")).replace(/<style>.*?<\/style>/s, ""),
          media: [...texts.keys()].flatMap((name) => /^vms_media\/(.*)$/.exec(name)?.[1] ?? []),
          state: JSON.parse(json) as { assets: Record<string, Record<string, unknown>>; doc: { content: unknown[] } },
        };
      };
      return { ...article, deliver, publish };
    },
    /** The texts of the archive that the last callback of a material offers, by name. */
    archiveOf,
  };
}

export type Newsroom<A extends RunningAppliance = Awaited<ReturnType<typeof startAppliance>>> = Awaited<
  ReturnType<typeof startNewsroom<A>>
>;

/** Closes with the test, or with the file where no test runs. */
export function atEnd(close: () => Promise<void> | void): void {
  try {
    onTestFinished(close);
  } catch {
    // There is no test: the file is being read.
    afterAll(close);
  }
}

export type Article = ReturnType<typeof articleIn>;

/** An opened article as one tab writes on it. */
export function articleIn(appliance: RunningAppliance, session: OpenedSession) {
  const editor = editorOf(session);
  const [page = "", token = ""] = session.url.split("#t=");
  let base: number | null = null;
  const post = async (content: string | object, more: Body = {}): Promise<Response> => {
    const vms_json = typeof content === "string" ? articleOf(content) : content;
    const answer = await editor("POST", "/versions", { save_id: randomUUID(), vms_json, base_version: base, ...more });
    if (answer.status === 201) base = ((await answer.clone().json()) as SavedVersion).number;
    return answer;
  };
  const save = async (content: string | object = "Words", more: Body = {}): Promise<SavedVersion> => {
    const answer = await post(content, more);
    if (answer.status !== 201) throw new Error(`The save was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as SavedVersion;
  };
  const load = async () => (await (await editor("GET", "")).json()) as EditorSession;
  return {
    session,
    editor,
    /** Saves a text or a state over the tab's last version, whatever the answer; `more` overrides parts of the body. */
    post,
    /** Saves what must be taken. */
    save,
    /** Saves, and waits until the site has answered. */
    async deliver(content?: string | object, more?: Body): Promise<DeliveryRow> {
      return deliverySettles(appliance, (await save(content, more)).delivery_id);
    },
    /** Uploads what must be taken; the name of its file. */
    async upload(name: string, bytes: Buffer): Promise<string> {
      const answer = await editor("POST", `/media?name=${encodeURIComponent(name)}`, bytes);
      if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as UploadedMedia).file_name;
    },
    /** A call of the editor API, and the JSON of its response. */
    async ask<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
      const response = await editor(method, path, body);
      const text = await response.text();
      return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as T };
    },
    load,
    /** The article once none of its files is on its way from the site. */
    restored: () =>
      eventually(async () => {
        const loaded = await load();
        if (loaded.restoring.some(({ state }) => state === "pending")) throw new Error("A file is still on its way.");
        return loaded;
      }),
    listen: (lastEventId?: string, query = "") =>
      readEvents(
        `${new URL(page).origin}/editor/api/sessions/${session.session_id}/events${query}`,
        { authorization: `Bearer ${token}` },
        lastEventId,
      ),
  };
}

/** An article of other keys, or with another callback URL. */
export async function articleOfKeys(
  appliance: RunningAppliance,
  keys: Keys,
  material_id: string,
  callback_url: string,
  body: Body = {},
): Promise<Article> {
  return articleIn(appliance, await openSession(appliance.url, keys, { material_id, callback_url, ...body }));
}

export const listenToConsole = (appliance: RunningAppliance, lastEventId?: string) =>
  readEvents(`${appliance.consoleUrl}/api/events`, { authorization: `Bearer ${appliance.consoleToken}` }, lastEventId);

/** Runs `work` on the database of a data folder, beside an appliance that may be running. */
export function inDatabase<T>(dataDir: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(path.join(dataDir, "galley.db"), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export function changeIn(dataDir: string, sql: string, ...values: unknown[]): void {
  inDatabase(dataDir, (database) => database.prepare(sql).run(...values));
}

/** The first column of each row. */
export const valuesIn = (dataDir: string, sql: string, ...values: unknown[]): unknown[] =>
  inDatabase(dataDir, (database) =>
    database
      .prepare(sql)
      .pluck()
      .all(...values),
  );
