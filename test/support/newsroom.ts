/** The set-up of most test files: an appliance, a project, its site and its articles. */
import { randomUUID } from "node:crypto";
import type net from "node:net";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, onTestFinished } from "vitest";
import type { DeliveryDetail, DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import type { EditorSession, SavedVersion } from "../../server/contracts/editor-api.ts";
import { type RunningAppliance, startAppliance, type TestOptions } from "./appliance.ts";
import { zipTexts } from "./archives.ts";
import { deliverySettles } from "./deliveries.ts";
import { readEvents } from "./event-reader.ts";
import { eventually } from "./eventually.ts";
import { listening } from "./listening.ts";
import type { Keys, OpenedSession, Reply } from "./site.ts";
import { articleOf, downloadArchive, editorAccess, editorOf, openSession, startSite, uploadFile } from "./site.ts";

type Body = Record<string, unknown>;

/**
 * Starts an appliance with a project and a site. They end with the current test, or with the file if called at its top.
 * @param options of the appliance, or an appliance that is already starting; `name` of the project, `respond` of the site
 */
export async function startNewsroom<A extends RunningAppliance = Awaited<ReturnType<typeof startAppliance>>>(
  options: TestOptions & { name?: string; respond?: Reply; appliance?: Promise<A> } = {},
) {
  const { name, respond, appliance: other, ...rest } = options;
  const appliance = await (other ?? (startAppliance(rest) as Promise<unknown> as Promise<A>));
  const room = await newsroomIn(appliance, name === undefined ? {} : { name }, respond);
  // Registered last, so that the appliance ends before the site.
  atEnd(() => appliance.close());
  return { appliance, ...room };
}

/** Creates another project with its own site. Ends like `startNewsroom`. */
export async function newsroomIn(appliance: RunningAppliance, body: Body = {}, respond?: Reply) {
  const site = await startSite(respond);
  atEnd(() => site.close());
  const project = await appliance.createProject(body);
  const open = (material_id: string, body: Body = {}) =>
    openSession(appliance.url, project, { material_id, callback_url: site.callbackUrl, ...body });
  const archiveOf = async (materialId: string) => {
    const { content_url = "" } = site.callbacks.findLast(({ body }) => body.material_id === materialId)?.body ?? {};
    const response = await downloadArchive(project, content_url, materialId);
    return zipTexts(Buffer.from(await response.arrayBuffer()));
  };
  return {
    project,
    site,
    /** Opens an article of the project, with callbacks to the site; any part of the body may be overridden. */
    open,
    async article(materialId: string, body: Body = {}) {
      const session = await open(materialId, body);
      const { deliver, ...article } = articleIn(appliance, session);
      /** Saves, waits for the site's response, and reads the archive. */
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
    /** name → text of the archive of a material's last callback. */
    archiveOf,
  };
}

export type Newsroom<A extends RunningAppliance = Awaited<ReturnType<typeof startAppliance>>> = Awaited<
  ReturnType<typeof startNewsroom<A>>
>;

/** Calls `close` at the end of the test, or of the file outside a test. */
export function atEnd(close: () => Promise<void> | void): void {
  try {
    onTestFinished(close);
  } catch {
    // Called outside a test.
    afterAll(close);
  }
}

/** Listens on a free loopback port until the test or the file ends. @returns its origin, with http */
export async function served(server: net.Server): Promise<string> {
  const { host, close } = await listening(server);
  atEnd(close);
  return `http://${host}`;
}

export type Article = ReturnType<typeof articleIn>;

/** Calls of one tab with an opened article. */
export function articleIn(appliance: RunningAppliance, session: OpenedSession) {
  const editor = editorOf(session);
  const { api, headers } = editorAccess(session);
  let base: number | null = null;
  const post = async (content: string | object, more: Body = {}): Promise<Response> => {
    const vms_json = typeof content === "string" ? articleOf(content) : content;
    const response = await editor("POST", "/versions", {
      save_id: randomUUID(),
      vms_json,
      base_version: base,
      ...more,
    });
    if (response.status === 201) base = ((await response.clone().json()) as SavedVersion).number;
    return response;
  };
  const save = async (content: string | object = "Words", more: Body = {}): Promise<SavedVersion> => {
    const response = await post(content, more);
    if (response.status !== 201) throw new Error(`Save: status ${response.status}: ${await response.text()}`);
    return (await response.json()) as SavedVersion;
  };
  const load = async () => (await (await editor("GET", "")).json()) as EditorSession;
  return {
    session,
    editor,
    /** Saves a text or a state and returns any response; `more` overrides parts of the body. */
    post,
    /** Saves. @throws if the save is rejected */
    save,
    /** Saves and waits for the site's response. */
    async deliver(content?: string | object, more?: Body): Promise<DeliveryRow> {
      return deliverySettles(appliance, (await save(content, more)).delivery_id);
    },
    upload: (name: string, bytes: Buffer, smallerOf?: string) => uploadFile(session, name, bytes, smallerOf),
    /** Calls the editor API. @returns status and parsed body */
    async ask<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
      const response = await editor(method, path, body);
      const text = await response.text();
      return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as T };
    },
    load,
    /** Resolves with the article when no file of the site is pending. */
    restored: () =>
      eventually(async () => {
        const loaded = await load();
        if (loaded.restoring.some(({ state }) => state === "pending"))
          throw new Error("A file is still being fetched.");
        return loaded;
      }),
    listen: (lastEventId?: string, query = "") => readEvents(`${api}/events${query}`, headers, lastEventId),
  };
}

/** Opens an article with other keys or another callback URL. */
export async function articleOfKeys(
  appliance: RunningAppliance,
  keys: Keys,
  material_id: string,
  callback_url: string,
  body: Body = {},
): Promise<Article> {
  return articleIn(appliance, await openSession(appliance.url, keys, { material_id, callback_url, ...body }));
}

/** Runs `work` on the database of a data folder; the appliance may be running. */
export function inDatabase<T>(dataDir: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(path.join(dataDir, "galley.db"), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export const changeIn = (dataDir: string, sql: string, ...values: unknown[]) =>
  inDatabase(dataDir, (database) => database.prepare(sql).run(...values));

/** The first column of each row. */
export const valuesIn = (dataDir: string, sql: string, ...values: unknown[]): unknown[] =>
  inDatabase(dataDir, (database) => database.prepare(sql).pluck().all(values));
