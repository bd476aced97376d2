/**
 * Restoring: files that an article shows and this machine lacks are fetched from the site in the background (contract
 * 4.1; contract 5.3). A first open brings their clientUrls; a lost disk leaves blobs missing. What cannot be
 * fetched keeps its clientUrl, is named to the journalist, and is tried again at the next open.
 */
import { AppError } from "../core/errors.ts";
import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import { pause } from "../core/runtime.ts";
import type { SettingsStore } from "../core/settings.ts";
import type { AllowedHost, Resolver } from "../outbound/allowed-hosts.ts";
import type { ProxyFor } from "../outbound/environment-proxies.ts";
import type { Project, Projects } from "../projects/projects.ts";
import { callbackAuthorization } from "../sessions/metadata.ts";
import type { MetadataSeal } from "../sessions/metadata-seal.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { AssetNotFetched, fetchAsset, refuseWebPage } from "./fetch-asset.ts";
import { inspect } from "./inspect.ts";
import type { Restore, RestoreState, RestoreStore } from "./restore-store.ts";

export interface Restoring {
  /** Goes on with what an earlier run left, and looks at every session that is opened from now on. */
  start(): void;
  /** Files of a session that are still to come, or could not be fetched. */
  ofSession(sessionId: string): RestoreState[];
  /** Ends the fetches under way; the next start goes on with them. */
  close(): Promise<void>;
}

const AT_ONCE = 4;
/** After what could not be written down. */
const AGAIN_MS = 10_000;

interface Parts {
  runtime: Runtime;
  events: EventHub;
  store: RestoreStore;
  sessions: SessionStore;
  seal: MetadataSeal;
  projects: Projects;
  settings: SettingsStore;
  blobs: BlobStore;
  /** Where files of a project may be fetched from. */
  readableHosts: (project: Project) => readonly AllowedHost[];
  userAgent: string;
  proxyFor: ProxyFor;
  resolve: Resolver;
}

export function createRestoring(parts: Parts): Restoring {
  const { runtime, events, store, sessions, projects, settings, blobs } = parts;
  const stop = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const looks = new Set<Promise<void>>();
  let unsubscribe = () => {};

  const keyOf = (restore: Restore) => `${restore.sessionId}/${restore.fileName}`;

  const fetchOne = async (restore: Restore): Promise<void> => {
    const session = sessions.byId(restore.sessionId);
    if (session === null) return;
    const limitBytes = settings.get().media_limit_bytes;
    const project = projects.byId(session.projectId);
    const answer = await fetchAsset(
      {
        url: restore.clientUrl,
        authorization: callbackAuthorization(parts.seal.open(session.id, session.metadata)),
        allowedHosts: parts.readableHosts(project),
        ca: project.settings.ca_certificate,
        proxyFor: parts.proxyFor,
        userAgent: parts.userAgent,
        signal: stop.signal,
      },
      parts.resolve,
    );
    let received = await blobs.receive(answer, { limitBytes }).finally(() => answer.destroy());
    try {
      await refuseWebPage(answer, received.path, restore.clientUrl);
      const found = await inspect(received, restore.originalName);
      if (found.replacement !== undefined) {
        await blobs.discard(received);
        received = await blobs.receive(found.replacement, { limitBytes });
      }
      await blobs.keep(received, (blob) => store.finish(restore, { ...found, ...blob }, runtime.clock.now()));
    } catch (error) {
      await blobs.discard(received);
      throw error;
    }
  };

  const restoreOne = async (restore: Restore): Promise<void> => {
    const tell = (state: "restored" | "failed", problem: string) =>
      events.publish("asset", { session_id: restore.sessionId, file_name: restore.fileName, state, problem });
    try {
      await fetchOne(restore);
      tell("restored", "");
    } catch (error) {
      if (stop.signal.aborted) return;
      const problem =
        error instanceof AssetNotFetched || error instanceof AppError ? error.message : "The connection broke off.";
      store.fail(restore, problem);
      tell("failed", problem);
    }
  };

  /** None where the table cannot be read: the next open of an article looks again. */
  const pendingOnes = (): Restore[] => {
    try {
      return store.pending(AT_ONCE + underWay.size);
    } catch (error) {
      runtime.log.error("The files to be restored could not be looked up.", error);
      return [];
    }
  };

  const work = () => {
    if (stop.signal.aborted) return;
    const free = AT_ONCE - underWay.size;
    // Those under way are pending too, so as many more are asked for.
    const waiting = free > 0 ? pendingOnes().filter((restore) => !underWay.has(keyOf(restore))) : [];
    for (const restore of waiting.slice(0, free)) {
      const done = restoreOne(restore)
        .catch((error) => {
          // A full disk. It is pending still, and asking the site for it again at once would be no better.
          runtime.log.error(`Restoring ${restore.fileName} could not be recorded; it is tried again.`, error);
          return pause(runtime.clock, AGAIN_MS, stop.signal);
        })
        .finally(() => {
          underWay.delete(keyOf(restore));
          work();
        });
      underWay.set(keyOf(restore), done);
    }
  };

  /** Finds what a session lacks; opening does not wait for it. */
  const look = async (sessionId: string): Promise<void> => {
    const missing: string[] = [];
    for (const { fileName, blob } of store.candidates(sessionId))
      if (blob === null || (await blobs.stat(blob)) === null) missing.push(fileName);
    if (missing.length === 0 || stop.signal.aborted) return;
    store.want(sessionId, missing);
    work();
  };

  return {
    start() {
      unsubscribe = events.subscribe((event) => {
        if (event.kind !== "session" || !["opened", "reopened"].includes(event.data.change)) return;
        const looking = look(event.data.id)
          .catch((error) => runtime.log.error("Looking for missing files failed.", error))
          .finally(() => looks.delete(looking));
        looks.add(looking);
      });
      work();
    },
    ofSession: (sessionId) => store.ofSession(sessionId),
    async close() {
      unsubscribe();
      stop.abort();
      await Promise.all([...looks, ...underWay.values()]);
    },
  };
}
