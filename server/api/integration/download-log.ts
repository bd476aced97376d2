/** Logs archive downloads. Each belongs to the check or attempt that runs when it begins, else to the newest attempt. */
import { type Sentence, toStored } from "../../contracts/sentences/index.ts";
import type { StoredDownload } from "../../deliveries/delivery-store.ts";
import { downloadWarning } from "../../deliveries/explain.ts";
import type { Services } from "../../services.ts";

/** The two ids in the path of a download, in lower case. */
export interface RequestedArchive {
  fingerprint: string;
  archiveId: string;
}

type Start = Pick<StoredDownload, "startedAt" | "remoteAddress">;
type End = Pick<StoredDownload, "status" | "bytes" | "totalBytes" | "complete">;

export type DownloadLog = ReturnType<typeof createDownloadLog>;

export function createDownloadLog(
  services: Pick<Services, "runtime" | "events" | "sessionStore" | "deliveryStore" | "sender" | "receiverChecks">,
) {
  const { runtime, events, sessionStore, deliveryStore, sender, receiverChecks } = services;
  let isClosed = false;
  /** Runs a log write. Returns null on an error, so that a full disk never fails the response. */
  const written = <T>(write: () => T): T | null => {
    try {
      return write();
    } catch (error) {
      runtime.log.error("A request could not be written to the log.", error);
      return null;
    }
  };
  const note = (deliveryId: string, attemptId: number | null, download: StoredDownload) => {
    if (attemptId !== null) deliveryStore.addDownload(attemptId, download);
    if (download.complete) deliveryStore.markFetched(deliveryId, runtime.clock.now());
    else if (!deliveryStore.markRefused(deliveryId, downloadWarning(download).facts, runtime.clock.now())) return;
    const delivery = deliveryStore.byId(deliveryId);
    if (delivery === null) return;
    const { id, sessionId, projectId, state } = delivery;
    events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state, downloaded: true });
  };
  const begin = ({ fingerprint, archiveId }: RequestedArchive): ((download: StoredDownload) => void) => {
    const ofCheck = receiverChecks.archives.startDownload(archiveId);
    if (ofCheck !== null) return ofCheck;
    const session = sessionStore.byFingerprint(fingerprint);
    const delivery = session === null ? null : deliveryStore.ofArchive(session.id, archiveId);
    if (session === null || delivery === null) return () => undefined;
    const attemptId = sender.attemptFor(session.id, archiveId) ?? delivery.attemptId;
    return (download) => {
      if (!isClosed) written(() => note(delivery.id, attemptId, download));
    };
  };
  return {
    written,
    /** Starts the log entry of a download with a valid signature. Call the returned function when the download ends. */
    start(archive: RequestedArchive, start: Start): (end: End) => void {
      const keep = begin(archive);
      return (end) => keep({ ...start, ...end, durationMs: runtime.clock.now() - start.startedAt, refusal: null });
    },
    /** Logs a download that was refused before its first byte. */
    refused(
      archive: RequestedArchive,
      { status, reason, clientAddress }: { status: number; reason: Sentence; clientAddress: string },
    ): void {
      begin(archive)({
        startedAt: runtime.clock.now(),
        durationMs: 0,
        status,
        bytes: 0,
        totalBytes: null,
        complete: false,
        remoteAddress: clientAddress,
        refusal: toStored(reason),
      });
    },
    /** Stops logging, because the database is about to close. */
    close(): void {
      isClosed = true;
    },
  };
}
