/** Deliveries that a spec makes: articles saved for a real receiver, and requests of the console with the folder's token. */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { articleOf, editorOf, openSession, type Site } from "../../support/site.ts";
import type { Desktop } from "./desktop.ts";
import { json, makeProject, type Project } from "./site.ts";

type At = Pick<Desktop, "url" | "consoleUrl" | "dataDir">;

export const consoleToken = ({ dataDir }: At): string =>
  fs.readFileSync(path.join(dataDir, "console-token"), "utf8").trim();

export function askConsole<T>(desktop: At, method: string, where: string, body: object, status: number): Promise<T> {
  const init = { method, headers: { authorization: `Bearer ${consoleToken(desktop)}` }, body: JSON.stringify(body) };
  return json<T>(`${desktop.consoleUrl}/api${where}`, init, status);
}

export const projectOf = (desktop: At): Promise<Project> => makeProject(desktop.consoleUrl, consoleToken(desktop));

/** Saves an article of its own; the id of its delivery. */
export async function deliver(desktop: At, project: Project, site: Site, title: string): Promise<string> {
  const body = { material_id: randomUUID(), callback_url: site.callbackUrl, metadata: { title } };
  const answer = await editorOf(await openSession(desktop.url, project, body))("POST", "/versions", {
    save_id: randomUUID(),
    vms_json: articleOf("Good morning"),
    base_version: null,
  });
  return ((await answer.json()) as { delivery_id: string }).delivery_id;
}

export const retry = (desktop: At, id: string): Promise<unknown> =>
  askConsole(desktop, "POST", "/deliveries/retry", { ids: [id] }, 200);

/** What a site answers that is out of order, and one that takes what comes. */
export const broken: Site["answer"] = (_callback, res) => void res.writeHead(500).end();
export const taken: Site["answer"] = () => ({ rc: 1, rm: "", data: {} });
