import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { articleOf, editorOf, type Keys, openSession } from "../../support/site.ts";
import { paragraphs } from "./requests.ts";

/** A mix of opens, loads, drafts, saves, uploads and lists. */
interface Mixed {
  url: string;
  consoleUrl: string;
  authorization: string;
  keys: Keys;
  callbackUrl: string;
  /** Each works on a separate article. */
  workers: number;
  /** Requests per second of all workers together; null: without pauses. */
  perSecond: number | null;
  seconds: number;
}

/** The JSON of such an article is a little under 100 kB. */
const LONG_ARTICLE_WORDS = 14_500;
/** One PDF of just under 100 kB; its bytes differ each time. */
const UPLOAD_BYTES = 99_000;

/** Requests of a journalist's tab and of the site, repeated in this order. */
type Step = "draft" | "reopen" | "load" | "upload" | "save" | "list";
const STEPS: Step[] = ["draft", "reopen", "draft", "load", "draft", "upload", "draft", "save", "draft", "list"];

/** @returns requests per second */
export async function mixed(command: Mixed): Promise<number> {
  const document = articleOf(...paragraphs(LONG_ARTICLE_WORDS));
  const end = performance.now() + command.seconds * 1000;
  const started = performance.now();
  let requests = 0;
  const work = async (worker: number) => {
    const perform = await tabOf(command, document);
    for (let step = worker; performance.now() < end; step++) {
      const due = command.perSecond === null ? 0 : started + (requests / command.perSecond) * 1000 - performance.now();
      requests += 1;
      if (due > 0) await after(due);
      await perform(STEPS[step % STEPS.length] ?? "draft");
    }
  };
  await Promise.all(Array.from({ length: command.workers }, (_, worker) => work(worker)));
  return (requests / (performance.now() - started)) * 1000;
}

async function tabOf(command: Mixed, document: ReturnType<typeof articleOf>): Promise<(step: Step) => Promise<void>> {
  const opening = { material_id: `mixed-${randomUUID()}`, callback_url: command.callbackUrl };
  const session = await openSession(command.url, command.keys, opening);
  const editor = editorOf(session);
  let version: number | null = null;
  const expect = async (status: number, answer: Promise<Response>) => {
    const response = await answer;
    const text = await response.text();
    if (response.status !== status) throw new Error(`${response.url}: status ${response.status}: ${text}`);
    return text;
  };
  const steps: Record<Step, () => Promise<unknown>> = {
    draft: () => expect(204, editor("PUT", "/draft", { client_id: "tab", vms_json: document, base_version: version })),
    reopen: () =>
      openSession(command.url, command.keys, { ...opening, vms_json: document, metadata: { section_id: "city" } }),
    load: () => expect(200, editor("GET", "")),
    upload: () =>
      expect(
        201,
        editor("POST", "/media?name=report.pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(UPLOAD_BYTES)])),
      ),
    async save() {
      const body = { save_id: randomUUID(), vms_json: document, base_version: version, user_email: null };
      version = JSON.parse(await expect(201, editor("POST", "/versions", body))).number;
    },
    list: () =>
      expect(200, fetch(`${command.consoleUrl}/api/sessions`, { headers: { authorization: command.authorization } })),
  };
  return async (step) => void (await steps[step]());
}
