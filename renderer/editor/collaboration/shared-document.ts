/**
 * The document that several tabs write (server/contracts/collaboration-api.ts). Alone, this tab sends drafts; from the
 * second tab on it sends its steps and receives those of others.
 *
 * Glossary. room: the document at Galley. confirmed: the document that Galley has, without own steps under way.
 */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Step, type StepMap } from "@tiptap/pm/transform";
import { documentJson } from "../../../server/article/document.ts";
import type { DocumentNode, VmsJson } from "../../../server/article/vms-json.ts";
import type { RoomHead, RoomView, StepBatchView, StepsView } from "../../../server/contracts/collaboration-api.ts";
import { applied, confirmedCount, confirmOwn, isRemote, receiveSteps, unconfirmedSteps } from "../article/own-steps.ts";
import { isUndecided, Refused } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { createOwnText } from "./own-text.ts";

/** ms in which keys are gathered for one request. */
const GATHER_MS = 50;
/** Own steps that merge silently with those of others. */
const MOST_OWN = 1_000;
const AT_ONCE = 1_000;
/** ms until steps are sent again that came too fast. */
const SLOW_DOWN_MS = 2_000;

/** This tab in a room, as it is kept on this computer for a reload. */
export interface KeptPlace {
  epoch: string;
  /** Steps of the room that this tab has. */
  n: number;
  saved_n: number;
  /** Public name of this tab's editor. */
  writer: string;
  writer_key: string;
  /** Own steps that Galley has. */
  counter: number;
  /** The document that Galley has, and own steps after it. */
  confirmed: DocumentNode;
  steps: unknown[];
}

export interface SharedState {
  shared: boolean;
  /** Whether the document differs from the version that it is based on. */
  unsaved: boolean;
  /** Whether Galley has all steps of this tab. */
  sent: boolean;
  /** Why Galley refuses the steps; null while it does not. */
  refusal: string | null;
}

interface SharedParts {
  /** Shows the document of a room in place of the present one. */
  show(state: VmsJson, baseVersion: number | null): void;
  based(version: number | null): void;
  baseVersion(): number | null;
  /** Number of this tab's steps that the base version contains. */
  stepsAtBase(): number;
  /** Whether the document has changes that are in no version. */
  isUnsaved(): boolean;
  learnFiles(files: StepsView["files"]): void;
  confirmed(maps: readonly StepMap[], n: number): void;
  keepAside(doc: Node): Promise<void>;
  /** Waits for a draft that is being sent, and sends no other until the returned function is called. */
  holdDrafts(): Promise<() => void>;
  /** Another person replaced the document. @param by name, "" where it is unknown */
  replaced(by: string): void;
  /** Own text was kept, because another tab deleted what it was typed in, or too much happened meanwhile. */
  kept(why: "deleted" | "diverged"): void;
}

export type SharedDocument = ReturnType<typeof createSharedDocument>;

export function createSharedDocument(
  { api, clientId, connection, schedule }: ArticleTab,
  editor: Editor,
  parts: SharedParts,
  writerKey: string,
) {
  const state = createStore<SharedState>({ shared: false, unsaved: false, sent: true, refusal: null });
  const ownText = createOwnText();
  let room: { epoch: string; savedN: number; writer: string; key: string; counter: number } | null = null;
  let confirmed: Node = editor.state.doc;
  /** The room's step number at the editor's own count of zero. */
  let offset = 0;
  let sending = false;
  let isDue = false;
  let joining: Promise<void> | null = null;
  let receiving = false;
  /** While the room's document is about to take the place of this tab's. */
  let taking: Promise<void> | null = null;

  const mounted = new Promise<void>((resolve) => {
    editor.on("mount", () => resolve());
  });
  const n = () => confirmedCount(editor.state) + offset;
  const parse = (json: unknown) => Step.fromJSON(editor.schema, json);
  const update = (refusal: string | null = null) => {
    const unconfirmed = unconfirmedSteps(editor.state).length;
    state.set({
      shared: room !== null,
      unsaved: room !== null && (unconfirmed > 0 || n() !== room.savedN),
      sent: unconfirmed === 0,
      refusal,
    });
  };

  /** Own steps that the room's document does not have; null where it is no earlier state of this tab's document. */
  function stepsBeyond(view: RoomView, doc: Node): number | null {
    const own = unconfirmedSteps(editor.state);
    const known =
      view.origin === null
        ? view.base_version === parts.baseVersion()
          ? parts.stepsAtBase()
          : null
        : view.origin.client_id === clientId
          ? view.origin.steps
          : null;
    const candidates = [known === null ? null : known - confirmedCount(editor.state), own.length];
    for (const done of candidates)
      if (done !== null && done >= 0 && done <= own.length && applied(doc, own.slice(done))?.eq(editor.state.doc))
        return done;
    return null;
  }

  /** Goes on in a room: with the own steps that it does not have, or with its document. */
  async function enter(view: RoomView): Promise<void> {
    await mounted;
    if (room?.epoch === view.epoch) return;
    const doc = editor.schema.nodeFromJSON(view.vms_json.doc);
    const done = stepsBeyond(view, doc);
    if (done === null) {
      if (parts.isUnsaved()) {
        await parts.keepAside(editor.state.doc);
        parts.kept("diverged");
      }
      return showRoom(view);
    }
    editor.view.dispatch(confirmOwn(editor.state, done));
    parts.based(view.base_version);
    begin(view, doc);
  }

  /** Joins the room of the article; Galley makes one where another tab is there. */
  function join(): Promise<void> {
    if (room !== null) return Promise.resolve();
    joining ??= (async () => {
      // A draft on its way is in the room or not: only its answer tells.
      const release = await parts.holdDrafts();
      try {
        const view = await api.joinRoom({ client_id: clientId, writer_key: writerKey });
        if (view !== undefined) await enter(view);
      } catch (error) {
        if (!isUndecided(error)) throw error;
        void connection.nextTry().then(join);
      } finally {
        release();
        joining = null;
      }
    })();
    return joining;
  }

  /**
   * Shows the room's document in place of this tab's, which is kept where it has steps that Galley lacks. Once at a time.
   * @param by who replaced the document; null where this tab's and the room's cannot be merged
   */
  function takeRoom(by: string | null): Promise<void> {
    taking ??= (async () => {
      try {
        const isKept = by === null || unconfirmedSteps(editor.state).length > 0;
        if (isKept) await parts.keepAside(editor.state.doc);
        const view = await api.joinRoom({ client_id: clientId, writer_key: writerKey });
        if (view !== undefined) showRoom(view);
        if (isKept) parts.kept("diverged");
        if (by !== null) parts.replaced(by);
      } catch {
        // Nothing is lost: the next event or answer finds the same, and the connection shows why it failed.
      } finally {
        taking = null;
      }
    })();
    return taking;
  }

  function showRoom(view: RoomView): void {
    parts.show(view.vms_json, view.base_version);
    ownText.forget();
    begin(view, editor.state.doc);
  }

  function begin(view: RoomView, doc: Node): void {
    confirmed = doc;
    offset = view.n - confirmedCount(editor.state);
    room = { epoch: view.epoch, savedN: view.saved_n, writer: view.writer, key: writerKey, counter: view.counter };
    update();
    sendSoon();
  }

  function sendSoon(ms = GATHER_MS): void {
    if (room === null || sending || isDue || unconfirmedSteps(editor.state).length === 0) return;
    isDue = true;
    schedule(ms, () => {
      isDue = false;
      void send();
    });
  }

  async function send(): Promise<void> {
    if (sending || room === null) return;
    const steps = unconfirmedSteps(editor.state).slice(0, AT_ONCE);
    if (steps.length === 0) return;
    sending = true;
    const { epoch, key: writer_key, counter } = room;
    let pause = GATHER_MS;
    try {
      receive(await api.pushSteps({ epoch, n: n(), writer_key, counter, steps: steps.map((step) => step.toJSON()) }));
    } catch (error) {
      if (isUndecided(error)) {
        sending = false;
        void connection.nextTry().then(send);
        return;
      }
      if (!(error instanceof Refused)) throw error;
      if (error.status === 409) await takeRoom("");
      else if (error.status === 429) pause = SLOW_DOWN_MS;
      else {
        // Galley would refuse the same steps again; the next change may make them fit.
        sending = false;
        return update(error.message);
      }
    }
    sending = false;
    sendSoon(pause);
  }

  async function catchUp(): Promise<void> {
    if (room === null || receiving) return;
    receiving = true;
    try {
      receive(await api.stepsAfter(room.epoch, n()));
    } catch (error) {
      if (error instanceof Refused && error.status === 409) await takeRoom("");
    } finally {
      receiving = false;
    }
    sendSoon();
  }

  /** Own batches come after the steps that they were rebased over. */
  function receive({ epoch, batches, files, size }: StepsView): void {
    if (room === null || taking !== null || epoch !== room.epoch) return;
    parts.learnFiles(files);
    for (const batch of batches) {
      if (batch.n <= n()) continue;
      if (batch.after !== n()) return void catchUp();
      if (!(batch.writer === room.writer ? confirm(batch) : merge(batch))) return void takeRoom(null);
    }
    if (batches.at(-1)?.n === n() && confirmed.content.size !== size) return void takeRoom(null);
    update();
  }

  /** Galley has stored the oldest own steps. @returns false where this tab has not sent them */
  function confirm({ after, n: next, counter }: StepBatchView): boolean {
    const own = unconfirmedSteps(editor.state).slice(0, next - after);
    const doc = own.length < next - after ? null : applied(confirmed, own);
    if (room === null || doc === null) return false;
    room.counter = counter;
    confirmed = doc;
    parts.confirmed(
      own.map((step) => step.getMap()),
      next,
    );
    editor.view.dispatch(confirmOwn(editor.state, own.length));
    return true;
  }

  /** @returns false where the steps of another tab cannot be merged */
  function merge({ n: next, writer, steps: json }: StepBatchView): boolean {
    const steps = (json ?? []).map(parse);
    const own = unconfirmedSteps(editor.state).length;
    const doc = own > MOST_OWN ? null : applied(confirmed, steps);
    if (doc === null) return false;
    const before = editor.state;
    const tr = receiveSteps(before, steps, Array<string>(steps.length).fill(writer));
    const isLost = ownText.received(tr, before.doc, own > 0);
    confirmed = doc;
    parts.confirmed(
      steps.map((step) => step.getMap()),
      next,
    );
    editor.view.dispatch(tr);
    if (isLost) void parts.keepAside(before.doc).then(() => parts.kept("deleted"));
    return true;
  }

  editor.on("transaction", ({ transaction }) => {
    if (!transaction.docChanged || isRemote(transaction)) return;
    ownText.typed(transaction);
    if (room === null) return;
    update();
    sendSoon();
  });

  return {
    state: state as Readable<SharedState>,
    /** Resolves once this tab is in a room, or alone for certain. */
    join,
    /** The tab was opened in a room, whose document the editor shows. */
    begin(view: RoomView): void {
      joining = enter(view).finally(() => {
        joining = null;
      });
    },
    /** Continues after a reload. The editor shows the confirmed document. */
    resume(place: KeptPlace): void {
      joining = mounted.then(() => {
        confirmed = editor.state.doc;
        offset = place.n - confirmedCount(editor.state);
        const { epoch, saved_n, writer, writer_key, counter } = place;
        room = { epoch, savedN: saved_n, writer, key: writer_key, counter };
        const { tr } = editor.state;
        for (const step of place.steps) tr.step(parse(step));
        editor.view.dispatch(tr);
        update();
        joining = null;
        void catchUp();
      });
    },
    /** What is kept on this computer; null while this tab is alone. */
    place(): KeptPlace | null {
      if (room === null) return null;
      const { epoch, savedN: saved_n, writer, key: writer_key, counter } = room;
      return {
        ...{ epoch, n: n(), saved_n, writer, writer_key, counter },
        confirmed: documentJson(confirmed),
        steps: unconfirmedSteps(editor.state).map((step) => step.toJSON()),
      };
    },
    epoch: () => room?.epoch ?? null,
    /** Step number of the confirmed document. */
    n,
    /** Own steps so far while alone; a draft carries the number. */
    ownSteps: () => confirmedCount(editor.state) + unconfirmedSteps(editor.state).length,
    /** A draft or version that contains so many own steps is stored. Only while alone. */
    stored(count: number): void {
      const done = count - confirmedCount(editor.state);
      if (room === null && done > 0 && done <= unconfirmedSteps(editor.state).length)
        editor.view.dispatch(confirmOwn(editor.state, done));
    },
    receive,
    /** Events may have been missed. */
    catchUp: () => void catchUp(),
    /** `event: room`, or the room of a fetched session. */
    changed(head: RoomHead): void {
      if (joining !== null) return void joining.then(() => this.changed(head));
      if (room === null) return void join();
      if (taking !== null) return void taking.then(() => this.changed(head));
      if (head.epoch !== room.epoch) return void takeRoom(head.replaced_by ?? "");
      room.savedN = head.saved_n;
      parts.based(head.base_version);
      update();
    },
    /** Replaces the document for all tabs. @throws what the API throws */
    replace(vms_json: VmsJson, author: string): Promise<void> {
      const replaced = api.replaceRoom({ client_id: clientId, writer_key: writerKey, vms_json, author }).then(showRoom);
      // The event of it may come before the answer.
      taking = replaced
        .catch(() => undefined)
        .finally(() => {
          taking = null;
        });
      return replaced;
    },
    /** Resolves once Galley has all steps of this tab. @throws Error with the sentence with which Galley refuses them */
    settled(): Promise<void> {
      if (state.get().sent) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const look = () => {
          const { sent, refusal } = state.get();
          if (!sent && refusal === null) return;
          end();
          if (refusal === null) resolve();
          else reject(new Error(refusal));
        };
        const end = state.subscribe(look);
        look();
      });
    },
  };
}
