/** Judges the archive downloads of a site. Pure. */
import type { ArchiveWarning } from "../contracts/delivery-states.ts";
import {
  joined,
  type Sentence,
  type SentenceWithAdvice,
  sentence,
  storedSentence,
  withAdvice,
} from "../contracts/sentences/index.ts";
import type { Facts } from "../outbound/failures.ts";
import type { StoredDownload } from "./delivery-store.ts";

type JudgedDownload = Pick<StoredDownload, "status" | "bytes" | "totalBytes" | "complete" | "refusal">;

interface DownloadFault extends SentenceWithAdvice {
  code: "archive_not_downloaded" | "archive_cut_short" | "archive_refused";
}

/** The fault of a callback's downloads; null if one was complete or none was required. `accepted`: rc 1 requires one. */
export function judgeDownloads(downloads: readonly JudgedDownload[], accepted: boolean): DownloadFault | null {
  if (downloads.some(({ complete }) => Boolean(complete))) return null;
  const last = downloads.at(-1);
  if (last === undefined)
    return accepted ? { code: "archive_not_downloaded", ...withAdvice("deliveries.archive_not_downloaded") } : null;
  const reason = refusalOf(last);
  if (reason !== null)
    return {
      code: "archive_refused",
      ...withAdvice("deliveries.download_refused", { status: String(last.status), reason }),
    };
  // Earlier versions did not store the total of some downloads.
  const { bytes, totalBytes } = last;
  return {
    code: "archive_cut_short",
    ...withAdvice("deliveries.download_cut", { bytes, total: totalBytes ?? bytes }),
  };
}

/** The warning for a confirmed delivery without a complete download. */
export function downloadWarning(last: JudgedDownload | null): { warning: ArchiveWarning; facts: Facts } {
  if (last === null) return { warning: "archive_not_downloaded", facts: {} };
  const { status, bytes, totalBytes, refusal } = last;
  return {
    warning: "archive_refused",
    facts: { archive_status: status, archive_bytes: bytes, archive_total: totalBytes, archive_refusal: refusal },
  };
}

export function archiveSentence({ archive_status, archive_bytes, archive_total, archive_refusal }: Facts): Sentence {
  const last = {
    status: Number(archive_status),
    bytes: Number(archive_bytes),
    totalBytes: typeof archive_total === "number" ? archive_total : null,
    complete: false,
    refusal: typeof archive_refusal === "string" ? archive_refusal : null,
  };
  const fault = judgeDownloads(archive_status === undefined ? [] : [last], true);
  return fault === null ? joined() : joined(fault.happened, fault.change);
}

function refusalOf({ status, refusal }: JudgedDownload): Sentence | null {
  if (refusal !== null) return storedSentence(refusal);
  if (status === 404) return sentence("deliveries.download_no_match");
  return status >= 400 ? sentence("deliveries.download_unreadable") : null;
}
