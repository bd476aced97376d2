/** Archive downloads by sites (contract 4.2, 4.3). Every download is logged. */
import type { Request, Response } from "express";
import type { Archive } from "../../archives/zip.ts";
import { joined, sentence } from "../../contracts/sentences/index.ts";
import { AppError, ERROR_STATUS } from "../../core/errors.ts";
import { sendArchive } from "../../http/send-files.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Services } from "../../services.ts";
import { contentUrls, enabledProject, type Integration, requireSignature, signatureOf } from "./authorize.ts";
import type { RequestedArchive } from "./download-log.ts";
import { DownloadHeaders, DownloadQuery, FontsPath, MediaPath, SIGNATURE_HEADER } from "./schemas.ts";

type Kind = "media" | "fonts";
type Requested = RequestedArchive & { projectId: string; materialId: string };

const PATHS = {
  media: MediaPath.transform(({ fingerprint, version_id: archiveId }) => ({ fingerprint, archiveId })),
  fonts: FontsPath.transform(({ fingerprint, snapshot_id: archiveId }) => ({ fingerprint, archiveId })),
};

/** Sends the archive of a version or of a font snapshot (contract 4.2, 4.3). */
export async function download(integration: Integration, kind: Kind, req: Request, res: Response): Promise<void> {
  const { services, downloads, clientAddress } = integration;
  const requested = authorizeDownload(integration, kind, req);
  // A HEAD request does not count as a download.
  const end =
    req.method === "GET"
      ? downloads.start(requested, { startedAt: services.clock.now(), remoteAddress: clientAddress(req) })
      : () => undefined;
  const notSent = (status: number) => end({ status, bytes: 0, totalBytes: null, complete: false });
  const archive = await findArchive(services, kind, requested).catch((error) => {
    notSent(error instanceof AppError ? ERROR_STATUS[error.code] : 500);
    throw error;
  });
  if (archive === null) {
    notSent(404);
    throw new AppError("not_found", sentence(`api.no_${kind}_archive`));
  }
  await sendArchive(res, archive, (sent) => end({ ...sent, totalBytes: archive.size }));
}

function authorizeDownload(integration: Integration, kind: Kind, req: Request): Requested {
  const { archive, query, header, project } = checkShapeAndKey(integration, kind, req);
  const issuedPath = `/integration/download/${kind}/${archive.fingerprint}/${archive.archiveId}`;
  const urls = contentUrls(integration.services.contentUrls.bases(), req, issuedPath);
  const about = { materialId: query.material_id, given: header[SIGNATURE_HEADER] };
  requireSignature(integration, req, project, urls, { route: `download/${kind}`, ...about }, archive);
  return { ...archive, projectId: project.id, materialId: query.material_id };
}

/** Logs a refusal with the delivery of the archive. */
function checkShapeAndKey(integration: Integration, kind: Kind, req: Request) {
  try {
    const { path: archive, ...checked } = validateRequest({
      path: { schema: PATHS[kind], value: req.params },
      query: { schema: DownloadQuery, value: queryOf(req) },
      header: { schema: DownloadHeaders, value: signatureOf(req) },
    });
    return { archive, ...checked, project: enabledProject(integration, checked.query.api_key) };
  } catch (error) {
    if (error instanceof AppError) {
      const archive = {
        // From the unvalidated path; possibly not UUIDs.
        fingerprint: String(req.params.fingerprint).toLowerCase(),
        archiveId: String(req.params.version_id ?? req.params.snapshot_id).toLowerCase(),
      };
      integration.downloads.refused(archive, {
        status: ERROR_STATUS[error.code],
        reason: error.sentence ?? joined(error.message),
        clientAddress: integration.clientAddress(req),
      });
    }
    throw error;
  }
}

async function findArchive(services: Services, kind: Kind, requested: Requested): Promise<Archive | null> {
  const ofCheck = services.receiverChecks.archives.find(requested);
  if (ofCheck !== null) return ofCheck;
  return kind === "media" ? services.archives.find(requested) : services.snapshots.findArchive(requested);
}

/** If a parameter occurs several times, the last one applies. */
function queryOf(req: Request): Record<string, string> {
  const start = req.originalUrl.indexOf("?");
  return Object.fromEntries(new URLSearchParams(start === -1 ? "" : req.originalUrl.slice(start + 1)));
}
