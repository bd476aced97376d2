/** Archive downloads by sites (contract 4.2, 4.3). Every download is logged. */
import type { Request, Response } from "express";
import type { z } from "zod";
import type { Archive } from "../../archives/zip.ts";
import { joined, type Sentence, sentence } from "../../contracts/sentences/index.ts";
import { AppError, ERROR_STATUS } from "../../core/errors.ts";
import { sendArchive } from "../../http/send-files.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Project } from "../../projects/projects.ts";
import { contentUrls, enabledProject, type Integration, requireSignature, signatureOf } from "./authorize.ts";
import type { RequestedArchive } from "./download-log.ts";
import { DownloadHeaders, DownloadQuery, FontsPath, MediaPath, SIGNATURE_HEADER } from "./schemas.ts";

/** Contract 4.2. */
export async function downloadMedia(integration: Integration, req: Request, res: Response): Promise<void> {
  const { receiverChecks, archives } = integration.services;
  const requested = authorizeDownload(integration, req, "media", MediaPath, (path) => path.version_id);
  await answerArchive(integration, req, res, requested, {
    find: async () =>
      receiverChecks.archives.find(requested) ?? archives.find({ ...requested, versionId: requested.archiveId }),
    missing: sentence("api.no_media_archive"),
  });
}

/** Contract 4.3. */
export async function downloadFonts(integration: Integration, req: Request, res: Response): Promise<void> {
  const { receiverChecks, snapshots } = integration.services;
  const requested = authorizeDownload(integration, req, "fonts", FontsPath, (path) => path.snapshot_id);
  await answerArchive(integration, req, res, requested, {
    find: async () =>
      receiverChecks.archives.find(requested) ??
      snapshots.findArchive({ ...requested, snapshotId: requested.archiveId }),
    missing: sentence("api.no_fonts_archive"),
  });
}

/** Checks the shape, key and signature of a download. @param idOf returns the archive's id in the path */
function authorizeDownload<S extends z.ZodType<{ fingerprint: string }>>(
  integration: Integration,
  req: Request,
  kind: "media" | "fonts",
  schema: S,
  idOf: (path: z.output<S>) => string,
): RequestedArchive & { projectId: string; materialId: string } {
  const { path, query, header, project } = checkShapeAndKey(integration, req, schema);
  const archive = { fingerprint: path.fingerprint, archiveId: idOf(path) };
  const issuedPath = `/integration/download/${kind}/${archive.fingerprint}/${archive.archiveId}`;
  const urls = contentUrls(integration.services.contentUrls.bases(), req, issuedPath);
  const about = { materialId: query.material_id, given: header[SIGNATURE_HEADER] };
  requireSignature(integration, req, project, urls, { route: `download/${kind}`, ...about }, archive);
  return { ...archive, projectId: project.id, materialId: query.material_id };
}

/** Logs a refusal with the delivery of the archive. */
function checkShapeAndKey<S extends z.ZodType<{ fingerprint: string }>>(
  integration: Integration,
  req: Request,
  schema: S,
): { path: z.output<S>; query: DownloadQuery; header: DownloadHeaders; project: Project } {
  try {
    const checked = validateRequest({
      path: { schema, value: req.params },
      query: { schema: DownloadQuery, value: queryOf(req) },
      header: { schema: DownloadHeaders, value: signatureOf(req) },
    });
    return { ...checked, project: enabledProject(integration, checked.query.api_key) };
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

async function answerArchive(
  { services, downloads, clientAddress }: Integration,
  req: Request,
  res: Response,
  requested: RequestedArchive,
  { find, missing }: { find: () => Promise<Archive | null>; missing: Sentence },
): Promise<void> {
  // A HEAD request does not count as a download.
  const end =
    req.method === "GET"
      ? downloads.start(requested, { startedAt: services.runtime.clock.now(), remoteAddress: clientAddress(req) })
      : () => undefined;
  const notSent = (status: number) => end({ status, bytes: 0, totalBytes: null, complete: false });
  const archive = await find().catch((error) => {
    notSent(error instanceof AppError ? ERROR_STATUS[error.code] : 500);
    throw error;
  });
  if (archive === null) {
    notSent(404);
    throw new AppError("not_found", missing);
  }
  await sendArchive(res, archive, (sent) => end({ ...sent, totalBytes: archive.size }));
}

/** If a parameter occurs several times, the last one applies. */
function queryOf(req: Request): Record<string, string> {
  const start = req.originalUrl.indexOf("?");
  return Object.fromEntries(new URLSearchParams(start === -1 ? "" : req.originalUrl.slice(start + 1)));
}
