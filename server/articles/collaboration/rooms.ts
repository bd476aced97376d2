/**
 * Rooms: articles that several tabs edit at the same time. The appliance orders the tabs' steps, checks each against the
 * document, and stores it before it sends it to other tabs.
 *
 * Glossary. room: the document of a session with its steps. epoch: history of the document; a replacement begins a new one.
 * writer: public name of a tab's editor, made from its secret key, so that no tab can send steps in another's name.
 * batch: the steps of one request. origin: the tab whose draft the room began with.
 */
import { filesOf, isBlankState, readState, sourcesOf } from "../../article/document.ts";
import type { DocumentNode, VmsJson } from "../../article/vms-json.ts";
import type { StepsView } from "../../contracts/collaboration-api.ts";
import { KEPT_DRAFT, MAX_AUTHOR } from "../../contracts/editor-api.ts";
import type { StepsBody } from "../../contracts/editor-bodies.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError, refusedPart } from "../../core/errors.ts";
import { createTurnsByKey } from "../../core/tasks.ts";
import type { Services } from "../../services.ts";
import { MAX_TABS } from "../sessions/presence.ts";
import type { Session } from "../sessions/session-store.ts";
import type { Saved, SaveRequest } from "../versions/versions.ts";
import { applySteps, type ReadStep, readStep, rebased } from "./read-steps.ts";
import {
  createRoomFiles,
  EMPTY,
  filesInSteps,
  limitSteps,
  parsedSteps,
  type Room,
  type RoomHead,
  STEPS_KEPT_MS,
  type StepBatch,
  sizeWith,
  stepsOf,
  writerOf,
} from "./room.ts";

/** Steps between two rewrites of the stored document. */
const COMPACT_EVERY = 200;
/** Rooms in memory; others are reloaded from the database when needed. */
const MAX_ROOMS = 500;
/** Batches in memory, for tabs that are slightly behind. */
const MAX_RECENT = 30;
/** Own steps times missed steps. Above this limit, the tab rebases its own steps and resends them. */
const MAX_REBASED = 20_000;
/** Rooms removed per hour. */
const PRUNE_LIMIT = 1_000;

export function createRooms(
  services: Pick<
    Services,
    "runtime" | "commits" | "events" | "roomStore" | "drafts" | "presence" | "sessions" | "versions" | "assets"
  >,
) {
  const { runtime, commits, events, roomStore: store, drafts, presence, sessions, versions, assets } = services;
  const { clock, random } = runtime;
  const { entriesOf, stateOf } = createRoomFiles({ assets });
  /** Least recently used first. */
  const rooms = new Map<string, Room>();
  const inTurn = createTurnsByKey();

  const keepInMemory = (sessionId: string, room: Room): Room => {
    rooms.delete(sessionId);
    rooms.set(sessionId, room);
    const [oldest] = rooms.keys();
    if (rooms.size > MAX_ROOMS && oldest !== undefined) rooms.delete(oldest);
    return room;
  };

  /** Loads the stored document and applies the steps after it. */
  const read = (sessionId: string): Room | null => {
    const stored = store.room(sessionId);
    if (stored === null) return null;
    const { vmsJson, files, ...head } = stored;
    const state = readState(JSON.parse(vmsJson));
    if (!state.ok) throw new Error(`The room of session ${sessionId} cannot be read: ${state.problem}`);
    const later = store.after(sessionId, stored.storedN);
    return {
      ...head,
      doc: applySteps(state.doc, stepsOf(later)),
      state: { ...state.state, doc: EMPTY.doc },
      bytes: vmsJson.length + JSON.stringify(later).length,
      files: new Set(files),
      counters: store.counters(sessionId),
      recent: [],
      limits: new Map(),
    };
  };

  const savedState = (session: Session) => (versions.currentState(session)?.parse() ?? EMPTY) as VmsJson;

  /** The session's room. If a version was saved outside the room, begins a new epoch with it. */
  const current = async (sessionId: string): Promise<Room | null> => {
    const stored = rooms.get(sessionId) ?? read(sessionId);
    if (stored === null) return null;
    const room = keepInMemory(sessionId, stored);
    const session = sessions.byId(sessionId);
    if (session.currentVersion === room.baseVersion) return room;
    return begin(sessionId, {
      state: savedState(session),
      baseVersion: session.currentVersion,
      author: versions.currentHead(session)?.userEmail ?? "",
      isSaved: true,
    });
  };

  /** Keeps unsaved changes of a room as a draft. Runs in the caller's transaction. */
  const keepAsDraft = (sessionId: string, room: Room, author: string): void => {
    if (room.n === room.savedN) return;
    const json = JSON.stringify(stateOf(sessionId, room));
    drafts.keep(sessionId, {
      clientId: KEPT_DRAFT + random.uuid(),
      baseVersion: room.baseVersion,
      updatedAt: clock.now(),
      size: Buffer.byteLength(json),
      files: [...room.files],
      steps: null,
      author: author || null,
      json,
    });
  };

  /** Begins an epoch with a state. Keeps the previous epoch's unsaved changes as a draft. */
  const begin = async (
    sessionId: string,
    next: {
      state: VmsJson;
      baseVersion: number | null;
      author: string;
      isSaved: boolean;
      origin?: RoomHead["origin"];
    },
  ): Promise<Room> => {
    const state = readState(isBlankState(next.state) ? EMPTY : next.state);
    if (!state.ok) throw refusedPart("vms_json", sentence("articles.not_a_document", { problem: state.problem }));
    const before = rooms.get(sessionId) ?? read(sessionId);
    const text = JSON.stringify(state.state);
    const files = [...new Set([...filesOf(state.doc), ...sourcesOf(state.doc)])];
    // Unsaved content counts as one step after the base version.
    const n = next.isSaved ? 0 : 1;
    const head: RoomHead = {
      epoch: random.token(9),
      n,
      baseVersion: next.baseVersion,
      savedN: 0,
      origin: next.origin ?? null,
      updatedAt: clock.now(),
    };
    const authors = namesOf(sessionId);
    await commits.run(() => {
      if (before !== null) keepAsDraft(sessionId, before, authors);
      store.put(sessionId, { ...head, storedN: n, files, vmsJson: text });
      if (next.origin != null) drafts.removeNow(sessionId, next.origin.client_id);
    });
    const room = keepInMemory(sessionId, {
      ...head,
      storedN: n,
      doc: state.doc,
      state: { ...state.state, doc: EMPTY.doc },
      bytes: text.length,
      files: new Set(files),
      counters: new Map(),
      recent: [],
      limits: before?.limits ?? new Map(),
    });
    events.publish("room", { session_id: sessionId, ...(before !== null && { replaced_by: next.author }) });
    return room;
  };

  const tabsOf = (sessionId: string) => presence.people(sessionId).map(({ clientId }) => clientId);

  /** The names of all present editors, as the author of their shared text. */
  const namesOf = (sessionId: string): string =>
    [...new Set(presence.people(sessionId).map(({ author }) => author.trim()))]
      .filter(Boolean)
      .join(", ")
      .slice(0, MAX_AUTHOR);

  /** Creates a room from a tab's draft or the saved state; null if no other tab has the article open. */
  const create = async (sessionId: string, clientId: string): Promise<Room | null> => {
    const others = tabsOf(sessionId).filter((tab) => tab !== clientId);
    if (others.length === 0) return null;
    const session = sessions.byId(sessionId);
    const baseVersion = session.currentVersion;
    for (const tab of [...others, clientId]) {
      const draft = drafts.find(sessionId, tab);
      // A draft without a step count comes from an API client and stays a draft.
      if (draft === null || draft.json === "" || draft.baseVersion !== baseVersion || draft.steps === null) continue;
      const origin = { client_id: tab, steps: draft.steps };
      return begin(sessionId, { state: JSON.parse(draft.json), baseVersion, author: "", isSaved: false, origin });
    }
    const state = savedState(session);
    // The state of another editor is read-only.
    if (!isBlankState(state) && !readState(state).ok) return null;
    return begin(sessionId, { state, baseVersion, author: "", isSaved: true });
  };

  /** @throws AppError conflict if the room was replaced, or `n` is ahead of it */
  const checkPlace = (room: Room | null, epoch: string, n: number): Room => {
    if (room === null || room.epoch !== epoch || n > room.n)
      throw new AppError("conflict", sentence("articles.room_replaced"));
    return room;
  };

  /** Batches after `n`, from memory if recent. @throws AppError conflict if they were dropped */
  const batchesAfter = (sessionId: string, room: Room, n: number): StepBatch[] => {
    if (n === room.n) return [];
    const from = room.recent.findIndex((batch) => batch.after === n);
    if (from !== -1) return room.recent.slice(from);
    const batches = store.after(sessionId, n);
    const isWhole = batches.every((batch, index) => batch.after === (batches[index - 1]?.n ?? n));
    if (!isWhole || batches.at(-1)?.n !== room.n) throw new AppError("conflict", sentence("articles.room_replaced"));
    return batches;
  };

  const after = (sessionId: string, room: Room, n: number, writer: string | null): StepsView => {
    const batches = batchesAfter(sessionId, room, n);
    const names = new Set(batches.flatMap(({ steps }) => [...filesInSteps(steps)]));
    return {
      epoch: room.epoch,
      batches: batches.map((batch) => (batch.writer === writer ? { ...batch, steps: null } : batch)),
      files: entriesOf(sessionId, [...names]),
      size: room.doc.content.size,
    };
  };

  const readSteps = (sessionId: string, steps: readonly unknown[]): ReadStep[] => {
    const readAll = steps.map(readStep);
    const attrs = readAll.map(({ added }) => ({ attrs: added.attrs }));
    const content = [...readAll.flatMap(({ added }) => added.content), ...attrs];
    versions.checkReferences(sessionId, { type: "doc", content: content as DocumentNode[] });
    return readAll;
  };

  /** Rebases a tab's steps over those that it missed, stores them, and sends them to the other tabs. */
  const accept = async (sessionId: string, room: Room, writer: string, request: StepsBody): Promise<void> => {
    const missed = stepsOf(batchesAfter(sessionId, room, request.n));
    if (missed.length * request.steps.length > MAX_REBASED) return;
    const own = readSteps(sessionId, request.steps).map(({ step }) => step);
    const parsed = missed.length === 0 ? own : rebased(room.doc, own, missed);
    if (parsed.length === 0) return;
    const doc = applySteps(room.doc, parsed);
    const steps = missed.length === 0 ? request.steps : parsed.map((step) => step.toJSON() as unknown);
    const bytes = sizeWith(room, doc, JSON.stringify(steps).length);
    const n = room.n + steps.length;
    const counter = request.counter + steps.length;
    const names = filesInSteps(steps);
    const files = names.size === 0 ? room.files : new Set([...room.files, ...names]);
    const batch: StepBatch = { after: room.n, n, writer, counter, steps };
    parsedSteps.set(batch, parsed);
    const recent = [...room.recent.slice(-MAX_RECENT), batch];
    const next: Room = { ...room, n, doc, bytes, files, recent, updatedAt: clock.now() };
    const isDue = n - room.storedN >= COMPACT_EVERY;
    await commits.run(() => {
      store.add(sessionId, batch, next.updatedAt, [...files]);
      if (isDue) store.compact(sessionId, n, JSON.stringify(stateOf(sessionId, next)), [...filesOf(doc)], clock.now());
    });
    room.counters.set(writer, counter);
    if (isDue) next.storedN = n;
    keepInMemory(sessionId, next);
    events.publish("steps", {
      session_id: sessionId,
      epoch: room.epoch,
      batches: [batch],
      files: entriesOf(sessionId, [...names]),
      size: doc.content.size,
    });
  };

  /** Moves the tabs to a version that was saved outside the room. */
  const follow = (sessionId: string): Promise<void> => inTurn(sessionId, async () => void (await current(sessionId)));
  events.subscribe(({ kind, data }) => {
    if (kind !== "version" || (!rooms.has(data.session_id) && store.head(data.session_id) === null)) return;
    follow(data.session_id).catch((error) =>
      runtime.log.error("Could not show a new version to the tabs that edit the article together.", error),
    );
  });

  return {
    head: (sessionId: string): RoomHead | null => rooms.get(sessionId) ?? store.head(sessionId),
    /** The room that a tab joins, or null if it is alone. Removes the draft that the room began with. @throws AppError conflict above 20 tabs */
    join: (sessionId: string, clientId: string, writerKey: string) =>
      inTurn(sessionId, async () => {
        const present = tabsOf(sessionId);
        if (present.length >= MAX_TABS && !present.includes(clientId))
          throw new AppError("conflict", sentence("articles.too_many_tabs", { max: MAX_TABS }));
        const room = (await current(sessionId)) ?? (await create(sessionId, clientId));
        if (room === null) return null;
        if (room.origin?.client_id === clientId && drafts.find(sessionId, clientId) !== null)
          await drafts.remove(sessionId, clientId);
        const writer = writerOf(sessionId, writerKey);
        const counter = room.counters.get(writer) ?? 0;
        const { n, origin } = room;
        const head = { epoch: room.epoch, saved_n: room.savedN, base_version: room.baseVersion };
        return { ...head, n, origin, vms_json: stateOf(sessionId, room), writer, counter };
      }),
    /**
     * Stores a tab's steps, rebased over those that it missed; fsynced when it resolves. Repeated steps store nothing.
     * @returns the steps after `n`, the tab's own without content
     * @throws AppError conflict, too_many_requests, too_large; ValidationFailed for steps that do not fit
     */
    push: (sessionId: string, request: StepsBody): Promise<StepsView> =>
      inTurn(sessionId, async () => {
        const writer = writerOf(sessionId, request.writer_key);
        // The version event reports saves from outside. A check for each keystroke would make this 10% slower.
        const room = checkPlace(rooms.get(sessionId) ?? (await current(sessionId)), request.epoch, request.n);
        const counted = room.counters.get(writer) ?? 0;
        if (request.counter > counted) checkPlace(null, request.epoch, request.n);
        if (request.counter === counted && request.steps.length > 0) {
          limitSteps(room, writer, request.steps.length, clock.now());
          await accept(sessionId, room, writer, request);
        }
        return after(sessionId, rooms.get(sessionId) ?? room, request.n, writer);
      }),
    /** The steps after `n`. @throws AppError conflict */
    after: (sessionId: string, epoch: string, n: number): Promise<StepsView> =>
      inTurn(sessionId, async () => {
        const room = checkPlace(await current(sessionId), epoch, n);
        return after(sessionId, room, n, null);
      }),
    /** Saves the shared document. @throws what `versions.save` throws; AppError conflict for another epoch */
    save: (
      sessionId: string,
      epoch: string,
      request: Omit<SaveRequest, "vmsJson" | "baseVersion" | "shared">,
    ): Promise<Saved> =>
      inTurn(sessionId, async () => {
        const room = checkPlace(await current(sessionId), epoch, 0);
        const { n, baseVersion } = room;
        const vmsJson = stateOf(sessionId, room);
        // Tabs in a room store drafts only for previews, so the save removes them.
        const shared = { n, tabs: tabsOf(sessionId) };
        const saved = await versions.save(sessionId, { ...request, vmsJson, baseVersion, shared });
        // A repeated request may have saved an earlier step, so `savedN` comes from the store.
        const head = store.head(sessionId);
        if (head !== null) keepInMemory(sessionId, { ...room, baseVersion: head.baseVersion, savedN: head.savedN });
        events.publish("room", { session_id: sessionId });
        return saved;
      }),
    /** Shows another state to all tabs, as unsaved changes. Keeps the previous ones as a draft. @throws ValidationFailed */
    replace: (sessionId: string, state: VmsJson, author: string) =>
      inTurn(sessionId, async () => {
        const { currentVersion } = sessions.byId(sessionId);
        await current(sessionId);
        await begin(sessionId, { state, baseVersion: currentVersion, author, isSaved: false });
      }),
    /** Removes rooms that have no tabs and no unsaved changes, and have not changed for `STEPS_KEPT_MS`. */
    async prune(): Promise<void> {
      for (const sessionId of store.idle(clock.now() - STEPS_KEPT_MS, PRUNE_LIMIT))
        await inTurn(sessionId, async () => {
          if (presence.people(sessionId).length > 0) return;
          await commits.run(() => store.remove(sessionId));
          rooms.delete(sessionId);
        });
    },
    follow,
  };
}
