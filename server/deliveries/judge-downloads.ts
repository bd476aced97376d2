/** What the archive downloads that a site made say about its answer. Pure. */
import type { ArchiveWarning } from "../contracts/delivery-states.ts";
import type { Facts } from "../outbound/codes.ts";
import { formatBytes } from "../storage/blobs.ts";
import { isEnded } from "./site-words.ts";

/** A download as it is kept of an attempt. */
export interface JudgedDownload {
  status: number;
  /** Bytes that were sent. */
  bytes: number;
  totalBytes: number | null;
  complete: boolean | number;
  /** Why it was refused, null where it was not. */
  refusal: string | null;
}

export type DownloadCode = "archive_not_downloaded" | "archive_cut_short" | "archive_refused";

export interface DownloadFault {
  code: DownloadCode;
  happened: string;
  change: string;
}

/**
 * The fault of the downloads made for one callback, null where one of them went well, or where none was needed.
 * @param accepted whether the site answered rc 1: it can only have stored what it has downloaded
 */
export function judgeDownloads(downloads: readonly JudgedDownload[], accepted: boolean): DownloadFault | null {
  if (downloads.some(({ complete }) => Boolean(complete))) return null;
  const says = accepted ? "The site answered rc 1, but " : "";
  const last = downloads.at(-1);
  if (last === undefined) {
    if (!accepted) return null;
    return {
      code: "archive_not_downloaded",
      happened: "The site answered rc 1 but never downloaded the archive, so it cannot have stored this version.",
      change:
        "Download content_url, with api_key, material_id and the signature, before you answer (steps 2 and 3 of a receiver).",
    };
  }
  const refusal = last.refusal ?? refusalOf(last.status);
  if (refusal !== null)
    return {
      code: "archive_refused",
      happened: `${says}${says === "" ? "The" : "the"} site's download of the archive was refused with ${last.status}: ${refusal}${isEnded(refusal) ? "" : "."}`,
      change:
        "Ask for content_url as it came, with api_key and material_id in the query and the signature over material_id:content_url in the header.",
    };
  const of = last.totalBytes === null ? "" : ` of ${formatBytes(last.totalBytes)}`;
  return {
    code: "archive_cut_short",
    happened: `${says}${says === "" ? "The" : "the"} site downloaded ${formatBytes(last.bytes)}${of} of the archive and broke off.`,
    change: "Raise the site's limits on the size and the time of a download, and read the answer to its end.",
  };
}

/**
 * The warning for a delivery that the site confirmed without a complete download of its archive.
 * @param last the last download that the site began, null where there was none
 */
export function warnOfDownloads(last: JudgedDownload | null): { warning: ArchiveWarning; facts: Facts } {
  if (last === null) return { warning: "archive_not_downloaded", facts: {} };
  const { status, bytes, totalBytes, refusal } = last;
  return {
    warning: "archive_refused",
    facts: { archive_status: status, archive_bytes: bytes, archive_total: totalBytes, archive_refusal: refusal },
  };
}

/** What such a warning says, of its facts. */
export function archiveWords({ archive_status, archive_bytes, archive_total, archive_refusal }: Facts): string {
  const last = {
    status: Number(archive_status),
    bytes: Number(archive_bytes),
    totalBytes: typeof archive_total === "number" ? archive_total : null,
    complete: false,
    refusal: typeof archive_refusal === "string" ? archive_refusal : null,
  };
  const fault = judgeDownloads(archive_status === undefined ? [] : [last], true);
  return fault === null ? "" : `${fault.happened} ${fault.change}`;
}

/** Of a download whose signature was right. */
function refusalOf(status: number): string | null {
  if (status === 404) return "address, api_key and material_id do not belong together, or the version is gone.";
  return status >= 400 ? "Galley could not read the archive; its log says why." : null;
}
