/**
 * The document that several tabs edit (server/contracts/collaboration-api.ts). A tab on its own sends drafts; with a
 * second tab, each sends its steps and receives those of the others.
 *
 * Glossary. room: the document in Galley. confirmed: the document as Galley has it, without own unsent steps.
 */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Step } from "@tiptap/pm/transform";
import { documentJson } from "../../../server/article/document.ts";
import type { DocumentNode, VmsJson } from "../../../server/article/vms-json.ts";
import type { RoomHead, RoomView, StepBatchView, StepsView } from "../../../server/contracts/collaboration-api.ts";
import {
  applied,
  confirmedCount,
  confirmOwn,
  isRemote,
  readSelection,
  receiveSteps,
  unconfirmedSteps,
} from "../article/own-steps.ts";
import { isUndecided, Refused } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { Assets } from "../uploads/assets.ts";
import { createOwnText } from "./own-text.ts";

/** ms during which steps are collected for one request. */
const BATCH_MS = 50;
/** Maximum number of own unconfirmed steps in a request, and of those that merge with steps of others. */
const MAX_OWN_STEPS = 1_000;
/** ms until a retry after Galley has limited the rate of steps. */
const RATE_LIMIT_MS = 2_000;

/** The state of this tab in a room, stored on this computer for a reload. */
export interface KeptPlace {
  epoch: string;
  /** Number of the room's steps that this tab has. */
  n: number;
  saved_n: number;
  /** Public name of this tab's editor. */
  writer: string;
  writer_key: string;
  /** Number of own steps that Galley has. */
  counter: number;
  /** The confirmed document; `steps` are own steps after it. */
  confirmed: DocumentNode;
  steps: unknown[];
}

export interface SharedState {
  shared: boolean;
  /** Whether the document differs from the version that it is based on. */
  unsaved: boolean;
  /** Whether Galley has all steps of this tab. */
  sent: boolean;
  /** Why Galley rejects the steps; null if it does not. */
  refusal: string | null;
}

export type KeptBecause = "deleted" | "unseen" | "diverged";

interface SharedParts {
  files: Pick<Assets, "learn">;
  shown: {
    base: Readable<number | null>;
    stepsAtBase(): number;
    drafted(steps: number): number;
    based(version: number | null): void;
    show(state: VmsJson, baseVersion: number | null): void;
  };
  isUnsaved(): boolean;
  /** Waits for a draft that is being sent. Sends no other until the returned function is called. */
  holdDrafts(): Promise<() => void>;
  /** Records confirmed steps. @param n the room's step number after them */
  confirmed(steps: readonly Step[], n: number): void;
  keepAside(doc: Node): Promise<void>;
  /** Another person replaced the document. @param by name, "" if unknown */
  replaced(by: string): void;
  /** Text was kept aside: another tab deleted it, this tab deleted another's, or the documents cannot be merged. */
  kept(why: KeptBecause): void;
}

export type SharedDocument = ReturnType<typeof createSharedDocument>;

export function createSharedDocument(
  { api, clientId, connection, schedule }: ArticleTab,
  editor: Editor,
  { files, shown, ...parts }: SharedParts,
  writerKey: string,
) {
  const state = createStore<SharedState>({ shared: false, unsaved: false, sent: true, refusal: null });
  const ownText = createOwnText();
  let room: Omit<KeptPlace, "n" | "confirmed" | "steps"> | null = null;
  let confirmed: Node = editor.state.doc;
  /** The room's step number at which the editor's own count is zero. */
  let offset = 0;
  let sending = false;
  let isDue = false;
  let joining: Promise<void> | null = null;
  let receiving = false;
  /** Set while the room's document is replacing this tab's. */
  let replacing: Promise<void> | null = null;

  const mounted = new Promise<void>((resolve) => {
    editor.on("mount", () => resolve());
  });
  const n = () => confirmedCount(editor.state) + offset;
  const parse = (json: unknown) => Step.fromJSON(editor.schema, json);
  const update = (refusal: string | null = null) => {
    const unconfirmed = unconfirmedSteps(editor.state).length;
    state.set({
      shared: room !== null,
      unsaved: room !== null && (unconfirmed > 0 || n() !== room.saved_n),
      sent: unconfirmed === 0,
      refusal,
    });
  };

  /** How many own steps the room's document contains; null if it is not an earlier state of this tab's document. */
  function containedSteps(view: RoomView, doc: Node): number | null {
    const own = unconfirmedSteps(editor.state);
    const known =
      view.origin === null
        ? view.base_version === shown.base.get()
          ? shown.stepsAtBase()
          : null
        : view.origin.client_id === clientId
          ? view.origin.steps
          : null;
    // The draft may be from before a reload, whose steps this editor never had.
    const candidates = [known === null ? null : known - confirmedCount(editor.state), 0, own.length];
    for (const done of candidates)
      if (done !== null && done >= 0 && done <= own.length && applied(doc, own.slice(done))?.eq(editor.state.doc))
        return done;
    return null;
  }

  /** Enters a room, either with the own steps that it lacks or with its document. */
  async function enter(view: RoomView): Promise<void> {
    await mounted;
    if (room?.epoch === view.epoch) return;
    const doc = editor.schema.nodeFromJSON(view.vms_json.doc);
    const done = containedSteps(view, doc);
    if (done === null) {
      if (parts.isUnsaved()) {
        await parts.keepAside(editor.state.doc);
        parts.kept("diverged");
      }
      return showRoom(view);
    }
    editor.view.dispatch(confirmOwn(editor.state, done));
    shown.based(view.base_version);
    begin(view, doc);
  }

  /** Joins the article's room; Galley creates it if another tab is open. */
  function join(): Promise<void> {
    if (room !== null) return Promise.resolve();
    joining ??= (async () => {
      // Whether the room contains a draft that is being sent is known only after its response.
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
   * Replaces this tab's document with the room's, and keeps it aside if Galley lacks its steps. Runs once at a time.
   * @param by the person who replaced the document; null if the two documents cannot be merged
   */
  function takeRoom(by: string | null): Promise<void> {
    replacing ??= (async () => {
      try {
        const isKept = by === null || unconfirmedSteps(editor.state).length > 0;
        if (isKept) await parts.keepAside(editor.state.doc);
        const view = await api.joinRoom({ client_id: clientId, writer_key: writerKey });
        if (view !== undefined) showRoom(view);
        if (isKept) parts.kept("diverged");
        if (by !== null) parts.replaced(by);
      } catch {
        // Nothing is lost: the next event or response triggers it again, and the connection reports the failure.
      } finally {
        replacing = null;
      }
    })();
    return replacing;
  }

  function showRoom(view: RoomView): void {
    shown.show(view.vms_json, view.base_version);
    ownText.forget();
    begin(view, editor.state.doc);
  }

  function begin(view: RoomView, doc: Node): void {
    confirmed = doc;
    offset = view.n - confirmedCount(editor.state);
    const { epoch, saved_n, writer, counter } = view;
    room = { epoch, saved_n, writer, writer_key: writerKey, counter };
    ownText.sent(unconfirmedSteps(editor.state).length === 0);
    update();
    sendSoon();
  }

  function sendSoon(ms = BATCH_MS): void {
    if (room === null || sending || isDue || unconfirmedSteps(editor.state).length === 0) return;
    isDue = true;
    schedule(ms, () => {
      isDue = false;
      void send();
    });
  }

  async function send(): Promise<void> {
    if (sending || room === null) return;
    const steps = unconfirmedSteps(editor.state).slice(0, MAX_OWN_STEPS);
    if (steps.length === 0) return;
    sending = true;
    const { epoch, writer_key, counter } = room;
    let pause = BATCH_MS;
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
      else if (error.status === 429) pause = RATE_LIMIT_MS;
      else {
        // Galley would reject the same steps again. They may apply after the next change.
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

  /** Batches are in order: an own batch follows the steps over which it was rebased. */
  function receive({ epoch, batches, files: entries, size }: StepsView): void {
    if (room === null || replacing !== null || epoch !== room.epoch) return;
    readSelection(editor.view);
    files.learn(entries);
    for (const batch of batches) {
      if (batch.n <= n()) continue;
      if (batch.after !== n()) return void catchUp();
      if (!(batch.writer === room.writer ? confirm(batch) : merge(batch))) return void takeRoom(null);
    }
    if (batches.at(-1)?.n === n() && confirmed.content.size !== size) return void takeRoom(null);
    update();
  }

  const keep = (doc: Node | null, why: KeptBecause) =>
    doc === null ? undefined : void parts.keepAside(doc).then(() => parts.kept(why));

  /** Confirms the oldest own steps, which Galley has stored. @returns false if this tab has not sent them */
  function confirm({ after, n: next, counter }: StepBatchView): boolean {
    const own = unconfirmedSteps(editor.state).slice(0, next - after);
    const doc = own.length < next - after ? null : applied(confirmed, own);
    if (room === null || doc === null) return false;
    room.counter = counter;
    confirmed = doc;
    parts.confirmed(own, next);
    editor.view.dispatch(confirmOwn(editor.state, own.length));
    keep(ownText.sent(unconfirmedSteps(editor.state).length === 0), "unseen");
    return true;
  }

  /** Merges steps of another tab. @returns false if they cannot be merged */
  function merge({ n: next, writer, steps: json }: StepBatchView): boolean {
    const steps = (json ?? []).map(parse);
    const own = unconfirmedSteps(editor.state).length;
    const doc = own > MAX_OWN_STEPS ? null : applied(confirmed, steps);
    if (doc === null) return false;
    const before = editor.state;
    const tr = receiveSteps(before, steps, Array<string>(steps.length).fill(writer));
    const isLost = ownText.received({ tr, own, others: steps.length, doc }, before.doc);
    confirmed = doc;
    parts.confirmed(steps, next);
    editor.view.dispatch(tr);
    keep(isLost ? before.doc : null, "deleted");
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
    /** Resolves once this tab is in a room, or known to be the only tab. */
    join,
    /** Call if the tab was opened in a room, whose document the editor shows. */
    begin(view: RoomView): void {
      joining = enter(view).finally(() => {
        joining = null;
      });
    },
    /** Continues after a reload. The editor shows the confirmed document. */
    resume({ n: before, confirmed: _, steps, ...kept }: KeptPlace): void {
      joining = mounted.then(() => {
        confirmed = editor.state.doc;
        offset = before - confirmedCount(editor.state);
        room = kept;
        const { tr } = editor.state;
        for (const step of steps) tr.step(parse(step));
        if (steps.length > 0) ownText.resumed();
        editor.view.dispatch(tr);
        update();
        joining = null;
        void catchUp();
      });
    },
    /** The state to store on this computer; null outside a room. */
    place(): KeptPlace | null {
      if (room === null) return null;
      const steps = unconfirmedSteps(editor.state).map((step) => step.toJSON());
      return { ...room, n: n(), confirmed: documentJson(confirmed), steps };
    },
    epoch: () => room?.epoch ?? null,
    /** Step number of the confirmed document. */
    n,
    /** Number of own steps outside a room; stored with each draft. */
    ownSteps: () => confirmedCount(editor.state) + unconfirmedSteps(editor.state).length,
    /** Call after a draft with this number of own steps is stored. A room may have begun before it, so keeps its steps. */
    drafted(count: number): void {
      this.stored(shown.drafted(count));
    },
    /** Confirms own steps after a version with this number of them is stored. Does nothing in a room. */
    stored(count: number): void {
      const done = count - confirmedCount(editor.state);
      if (room === null && done > 0 && done <= unconfirmedSteps(editor.state).length)
        editor.view.dispatch(confirmOwn(editor.state, done));
    },
    receive,
    /** Call when events may have been missed. */
    catchUp: () => void catchUp(),
    /** @param head from `event: room` or a fetched session */
    changed(head: RoomHead): void {
      if (joining !== null) return void joining.then(() => this.changed(head));
      if (room === null) return void join();
      if (replacing !== null) return void replacing.then(() => this.changed(head));
      if (head.epoch !== room.epoch) return void takeRoom(head.replaced_by ?? "");
      room.saved_n = head.saved_n;
      shown.based(head.base_version);
      update();
    },
    /** Replaces the document for all tabs. @throws the errors of client/api.ts */
    replace(vms_json: VmsJson, author: string): Promise<void> {
      const replaced = api.replaceRoom({ client_id: clientId, writer_key: writerKey, vms_json, author }).then(showRoom);
      // The event of the replacement may arrive before the response.
      replacing = replaced
        .catch(() => undefined)
        .finally(() => {
          replacing = null;
        });
      return replaced;
    },
    /** Resolves once Galley has all steps of this tab. @throws Error with Galley's sentence if it rejects them */
    async settled(): Promise<void> {
      while (!state.get().sent) {
        const { refusal } = state.get();
        if (refusal !== null) throw new Error(refusal);
        const { promise, resolve } = Promise.withResolvers<void>();
        const end = state.subscribe(resolve);
        await promise.finally(end);
      }
    },
  };
}
