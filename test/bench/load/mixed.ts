/** A mix of opens, loads, drafts, saves, uploads and lists, with bodies up to 100 kB. */
import { randomBytes, randomUUID } from "node:crypto";
import { articleOf, editorOf, type Keys, openSession } from "../../support/site.ts";
import { paragraphs, until } from "./requests.ts";

interface Mixed {
  url: string;
  consoleUrl: string;
  consoleToken: string;
  keys: Keys;
  callbackUrl: string;
  /** Requests per second of all workers together; null: without pauses. */
  perSecond: number | null;
  seconds: number;
}

/** Each works on a separate article. */
export const WORKERS = 8;
/** The JSON of such an article is a little under 100 kB. */
const DOCUMENT = articleOf(...paragraphs(14_500));
/** One PDF of just under 100 kB; its bytes differ each time. */
const UPLOAD_BYTES = 99_000;

/** Requests of a journalist's tab and of the site, repeated in this order. */
type Step = "draft" | "reopen" | "load" | "upload" | "save" | "list";
const STEPS: Step[] = ["draft", "reopen", "draft", "load", "draft", "upload", "draft", "save", "draft", "list"];

/** @returns requests per second */
export async function mixed(command: Mixed): Promise<number> {
  const { perSecond, seconds } = command;
  const started = performance.now();
  let requests = 0;
  const work = async (worker: number) => {
    const steps = await tabOf(command);
    for (let step = worker; performance.now() < started + seconds * 1000; step++) {
      const due = perSecond === null ? 0 : started + (requests / perSecond) * 1000;
      requests += 1;
      await until(due);
      await steps[STEPS[step % STEPS.length] ?? "draft"]();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  return (requests / (performance.now() - started)) * 1000;
}

async function tabOf(command: Mixed): Promise<Record<Step, () => Promise<unknown>>> {
  const { url, keys, callbackUrl, consoleUrl, consoleToken } = command;
  const opening = { material_id: `mixed-${randomUUID()}`, callback_url: callbackUrl };
  const editor = editorOf(await openSession(url, keys, opening));
  let version: number | null = null;
  const expect = async (status: number, pending: Promise<Response>) => {
    const response = await pending;
    const text = await response.text();
    if (response.status !== status) throw new Error(`${response.url}: status ${response.status}: ${text}`);
    return text;
  };
  return {
    draft: () => expect(204, editor("PUT", "/draft", { client_id: "tab", vms_json: DOCUMENT, base_version: version })),
    reopen: () => openSession(url, keys, { ...opening, vms_json: DOCUMENT, metadata: { section_id: "city" } }),
    load: () => expect(200, editor("GET", "")),
    upload() {
      const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(UPLOAD_BYTES)]);
      return expect(201, editor("POST", "/media?name=report.pdf", pdf));
    },
    async save() {
      const body = { save_id: randomUUID(), vms_json: DOCUMENT, base_version: version, user_email: null };
      version = JSON.parse(await expect(201, editor("POST", "/versions", body))).number;
    },
    list() {
      const headers = { authorization: `Bearer ${consoleToken}` };
      return expect(200, fetch(`${consoleUrl}/api/sessions`, { headers }));
    },
  };
}
