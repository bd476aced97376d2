/**
 * Journalists at work: each uploads small pictures, keeps drafts and saves, as fast as the appliance answers, and goes on
 * after a crash as a tab would, with the same save where its answer was lost.
 */
import type { EditorSession, SaveConflict, SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import type { Chance } from "../../../support/chance.ts";
import { pngOfNoise } from "../../../support/drawn-png.ts";
import { articleOf, editorOf, type Keys, type OpenedSession, openSession } from "../../../support/site.ts";
import { type AskedSave, answered, type Ledger, sha256 } from "./ledger.ts";

export interface Editor {
  /** Works until it is told to stop or the connection breaks. */
  work(): Promise<void>;
  stop(): void;
}

const MOST_BYTES = 120_000;

type Call = ReturnType<typeof editorOf>;

/** @param onSaved called at every 201 of a save, at once */
export function createEditor(
  tab: { session: OpenedSession; materialId: string; clientId: string },
  chance: Chance,
  ledger: Ledger,
  onSaved: () => void,
): Editor {
  const { session, materialId, clientId } = tab;
  const call: Call = editorOf(session);
  let base: number | null | undefined;
  let unanswered: { asked: AskedSave; body: object } | null = null;
  let serial = 0;
  const present: string[] = [];
  const draftKey = `${session.session_id}/${clientId}`;

  const upload = async () => {
    const bytes = pngOfNoise(chance.bytes(1 + chance.below(MOST_BYTES)));
    const response = await call("POST", `/media?name=${materialId}.png`, bytes);
    const answer = (await response.json()) as UploadedMedia;
    if (response.status !== 201) return fault("an upload", response, answer);
    ledger.uploads.set(`${session.session_id}/${answer.file_name}`, sha256(bytes));
    present.push(answer.file_name);
    answered(ledger, "upload", `${session.session_id}/${answer.file_name}`);
  };

  const draft = async (marker: string) => {
    ledger.drafts.delete(draftKey);
    const body = { client_id: clientId, vms_json: articleOf(marker), base_version: base };
    const response = await call("PUT", "/draft", body);
    if (response.status !== 204) return fault("a draft", response, await response.text());
    ledger.drafts.set(draftKey, marker);
    answered(ledger, "draft", draftKey);
  };

  const newSave = () => {
    const saveId = `${clientId}-${++serial}`;
    const marker = `This is ${saveId} of ${materialId}.`;
    const files = new Map(
      present.slice(-chance.below(4)).map((name) => [name, ledger.uploads.get(`${session.session_id}/${name}`) ?? ""]),
    );
    const asked: AskedSave = { saveId, sessionId: session.session_id, materialId, marker, files };
    ledger.asked.set(saveId, asked);
    const vmsJson = articleOf(marker, ...[...files.keys()].map((file) => ({ file })));
    return { asked, body: { save_id: saveId, vms_json: vmsJson, base_version: base, client_id: clientId } };
  };

  const save = async () => {
    const { asked, body } = unanswered ?? newSave();
    unanswered = { asked, body };
    ledger.drafts.delete(draftKey);
    const response = await call("POST", "/versions", body);
    const answer = await response.json();
    if (response.status === 409) {
      base = (answer as SaveConflict).current_version;
    } else if (response.status === 201) {
      const { version_id: versionId, number } = answer as SavedVersion;
      const before = ledger.promised.get(asked.saveId);
      if (before !== undefined && before.versionId !== versionId)
        ledger.faults.push(`The save ${asked.saveId} became two versions.`);
      ledger.promised.set(asked.saveId, { ...asked, versionId, number });
      base = number;
      answered(ledger, "save", asked.saveId);
      onSaved();
    } else {
      fault("a save", response, answer);
    }
    unanswered = null;
  };

  const comeBack = async () => {
    const response = await call("GET", "");
    const answer = (await response.json()) as EditorSession;
    if (response.status !== 200) return fault("a load", response, answer);
    base = answer.current_version;
  };

  const fault = (what: string, response: Response, answer: unknown) => {
    ledger.faults.push(`${what} of ${clientId} was answered ${response.status}: ${JSON.stringify(answer)}`);
    editor.stop();
  };

  const step = async (isStopped: () => boolean) => {
    if (base === undefined) return comeBack();
    if (unanswered !== null) {
      // A tab that lost the answer sends the same save again; one that was reloaded goes on from what is stored.
      if (chance.happens(0.7)) return save();
      unanswered = null;
      return comeBack();
    }
    for (let files = chance.below(3); files > 0 && !isStopped(); files--) await upload();
    if (chance.happens(0.3)) await draft(`Not saved by ${clientId}: ${chance.fraction()}.`);
    else await save();
  };

  const editor = repeating(step);
  return editor;
}

export interface OpenerParts {
  /** Of the appliance; it stays the same when it starts again. */
  url: string;
  keys: Keys;
  callbackUrl: string;
  /** Nobody else opens it. */
  materialId: string;
}

/** Every third open is of a material that was never opened before. */
const NEW_EVERY = 3;

/** A site that opens its materials without a pause, each time with another callback_url, and new materials in between. */
export function createOpener({ url, keys, callbackUrl, materialId }: OpenerParts, ledger: Ledger): Editor {
  let serial = 0;
  return repeating(async () => {
    serial += 1;
    const isNew = serial % NEW_EVERY === 0;
    const material = isNew ? `${materialId}-${serial}` : materialId;
    const { session_id } = await openSession(url, keys, {
      material_id: material,
      callback_url: `${callbackUrl}?${serial}`,
    });
    // What is asked for later may be stored without an answer; never anything from before.
    ledger.opens.set(session_id, serial);
    answered(ledger, "open", session_id);
  });
}

function repeating(step: (isStopped: () => boolean) => Promise<void>): Editor {
  let stopped = false;
  return {
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

/** fetch says TypeError for every way in which a connection can fail. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && (error.message === "fetch failed" || error.message === "terminated");
}
