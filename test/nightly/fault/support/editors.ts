/**
 * Simulated journalists: each uploads small pictures, stores drafts and saves without pauses. After a crash they continue
 * like a tab, and repeat a save whose response was lost.
 */
import type { EditorSession, SaveConflict, SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import type { Chance } from "../../../support/chance.ts";
import { pngOfNoise } from "../../../support/drawn-png.ts";
import { articleOf, editorOf, type Keys, type OpenedSession, openSession } from "../../../support/site.ts";
import { type Ledger, type RequestedSave, responded, sha256 } from "./ledger.ts";

type Editor = ReturnType<typeof repeating>;

const MOST_BYTES = 120_000;

/** A site whose articles are edited. */
interface Place {
  /** URL of the appliance; it stays the same after a restart. */
  url: string;
  keys: Keys;
  callbackUrl: string;
}

/** Opens an article per tab, and a material per opener. The first two tabs share an article and conflict. */
export async function startWriters(
  { tabs, openers }: { tabs: number; openers: number },
  place: Place,
  chance: Chance,
  ledger: Ledger,
): Promise<Editor[]> {
  const editors = Array.from({ length: tabs }, async (_, index) => {
    const materialId = `m${Math.max(0, index - 1)}`;
    const opening = { material_id: materialId, callback_url: place.callbackUrl };
    const session = await openSession(place.url, place.keys, opening);
    return createEditor({ session, materialId, clientId: `tab${index}` }, chance, ledger);
  });
  const sites = Array.from({ length: openers }, (_, index) => createOpener(place, `o${index}`, ledger));
  return [...(await Promise.all(editors)), ...sites];
}

function createEditor(
  tab: { session: OpenedSession; materialId: string; clientId: string },
  chance: Chance,
  ledger: Ledger,
): Editor {
  const { session, materialId, clientId } = tab;
  const call = editorOf(session);
  let base: number | null | undefined;
  let pending: { requested: RequestedSave; body: object } | null = null;
  let serial = 0;
  const present: string[] = [];
  const draftKey = `${session.session_id}/${clientId}`;

  const upload = async () => {
    const bytes = pngOfNoise(chance.bytes(1 + chance.below(MOST_BYTES)));
    const response = await call("POST", `/media?name=${materialId}.png`, bytes);
    const result = (await response.json()) as UploadedMedia;
    if (response.status !== 201) return fault("an upload", response, result);
    ledger.uploads.set(`${session.session_id}/${result.file_name}`, sha256(bytes));
    present.push(result.file_name);
    responded(ledger, "upload", `${session.session_id}/${result.file_name}`);
  };

  const draft = async (marker: string) => {
    ledger.drafts.delete(draftKey);
    const body = { client_id: clientId, vms_json: articleOf(marker), base_version: base };
    const response = await call("PUT", "/draft", body);
    if (response.status !== 204) return fault("a draft", response, await response.text());
    ledger.drafts.set(draftKey, marker);
    responded(ledger, "draft", draftKey);
  };

  const newSave = () => {
    const saveId = `${clientId}-${++serial}`;
    const marker = `This is ${saveId} of ${materialId}.`;
    const files = new Map(
      present.slice(-chance.below(4)).map((name) => [name, ledger.uploads.get(`${session.session_id}/${name}`) ?? ""]),
    );
    const requested: RequestedSave = { saveId, sessionId: session.session_id, materialId, marker, files };
    ledger.requested.set(saveId, requested);
    const vmsJson = articleOf(marker, ...[...files.keys()].map((file) => ({ file })));
    return { requested, body: { save_id: saveId, vms_json: vmsJson, base_version: base, client_id: clientId } };
  };

  const save = async () => {
    const { requested, body } = pending ?? newSave();
    pending = { requested, body };
    ledger.drafts.delete(draftKey);
    const response = await call("POST", "/versions", body);
    const result = await response.json();
    if (response.status === 409) {
      base = (result as SaveConflict).current_version;
    } else if (response.status === 201) {
      const { version_id: versionId, number } = result as SavedVersion;
      const before = ledger.promised.get(requested.saveId);
      if (before !== undefined && before.versionId !== versionId)
        ledger.faults.push(`The save ${requested.saveId} became two versions.`);
      ledger.promised.set(requested.saveId, { ...requested, versionId, number });
      base = number;
      responded(ledger, "save", requested.saveId);
    } else {
      fault("a save", response, result);
    }
    pending = null;
  };

  const reload = async () => {
    const response = await call("GET", "");
    const result = (await response.json()) as EditorSession;
    if (response.status !== 200) return fault("a load", response, result);
    base = result.current_version;
  };

  const fault = (what: string, response: Response, result: unknown) => {
    ledger.faults.push(`${what} of ${clientId} got status ${response.status}: ${JSON.stringify(result)}`);
    editor.stop();
  };

  const step = async (isStopped: () => boolean) => {
    if (base === undefined) return reload();
    if (pending !== null) {
      // A tab that lost the response repeats the save; a reloaded tab continues from the stored version.
      if (chance.happens(0.7)) return save();
      pending = null;
      return reload();
    }
    for (let files = present.length === 0 ? 1 : chance.below(3); files > 0 && !isStopped(); files--) await upload();
    if (chance.happens(0.3)) await draft(`Not saved by ${clientId}: ${chance.fraction()}.`);
    else await save();
  };

  const editor = repeating(step);
  return editor;
}

/** Every third open uses a new material. */
const NEW_EVERY = 3;

/**
 * A site that opens its materials without a pause, each time with another callback_url, and also new materials.
 * @param materialId is opened by this opener only
 */
function createOpener({ url, keys, callbackUrl }: Place, materialId: string, ledger: Ledger): Editor {
  let serial = 0;
  return repeating(async () => {
    serial += 1;
    const material_id = serial % NEW_EVERY === 0 ? `${materialId}-${serial}` : materialId;
    const { session_id } = await openSession(url, keys, { material_id, callback_url: `${callbackUrl}?${serial}` });
    // A later open may be stored without a response; an older one must not be the last.
    ledger.opens.set(session_id, serial);
    responded(ledger, "open", session_id);
  });
}

function repeating(step: (isStopped: () => boolean) => Promise<void>) {
  let stopped = false;
  return {
    /** Works until `stop` is called or the connection breaks. */
    async work() {
      stopped = false;
      try {
        while (!stopped) await step(() => stopped);
      } catch (error) {
        if (!isBrokenConnection(error)) throw error;
      }
    },
    stop() {
      stopped = true;
    },
  };
}

/** fetch throws a TypeError for every failed connection. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && (error.message === "fetch failed" || error.message === "terminated");
}
