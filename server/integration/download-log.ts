/**
 * What the log says of archive downloads: each is told with the check or the attempt that was under way when it began.
 */

import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import type { DeliveryStore, StoredDownload } from "../deliveries/delivery-store.ts";
import type { Sender } from "../deliveries/sender.ts";
import type { CheckArchives } from "../receiver-check/check-archives.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { AskedArchive } from "./parts.ts";

export interface DownloadLog {
  /** A download begins: what to call when it is over. */
  start(archive: AskedArchive): (download: StoredDownload) => void;
  /** A download was refused before its first byte. */
  refused(archive: AskedArchive, refusal: { status: number; reason: string; clientAddress: string }): void;
  /** Writes for the log of a request; null where it cannot be: a full disk fails the log, never the answer. */
  written<T>(write: () => T): T | null;
  /** The database is about to close: what is still under way is not written any more. */
  close(): void;
}

interface Parts {
  runtime: Runtime;
  events: EventHub;
  sessions: SessionStore;
  deliveries: DeliveryStore;
  sender: Pick<Sender, "attemptFor">;
  checkArchives: Pick<CheckArchives, "startDownload">;
}

export function createDownloadLog({
  runtime,
  events,
  sessions,
  deliveries,
  sender,
  checkArchives,
}: Parts): DownloadLog {
  let isClosed = false;
  const written = <T>(write: () => T): T | null => {
    try {
      return write();
    } catch (error) {
      runtime.log.error("A request could not be written to the log.", error);
      return null;
    }
  };
  const start = ({ fingerprint, archiveId }: AskedArchive): ((download: StoredDownload) => void) => {
    const ofCheck = checkArchives.startDownload(archiveId);
    if (ofCheck !== null) return ofCheck;
    const session = sessions.byFingerprint(fingerprint);
    const attemptId = session === null ? null : sender.attemptFor(session.id, archiveId);
    return (download) => {
      if (attemptId !== null && !isClosed) written(() => note(attemptId, download));
    };
  };
  /** Whoever looks at the delivery is told that the site has its archive. */
  const note = (attemptId: number, download: StoredDownload) => {
    deliveries.addDownload(attemptId, download);
    const delivery = download.complete ? deliveries.ofAttempt(attemptId) : null;
    if (delivery === null) return;
    const { id, sessionId, projectId, state } = delivery;
    events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state });
  };
  return {
    start,
    refused: (archive, { status, reason, clientAddress }) =>
      start(archive)({
        startedAt: runtime.clock.now(),
        status,
        bytes: 0,
        totalBytes: null,
        complete: false,
        remoteAddress: clientAddress,
        refusal: reason,
      }),
    written,
    close() {
      isClosed = true;
    },
  };
}
