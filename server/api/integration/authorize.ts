/** Authorization of the integration API: an enabled key and a valid signature (contract 5.1, 5.2, 7). */
import type { Request } from "express";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { ClientAddress, Throttle } from "../../http/clients.ts";
import { markSigned } from "../../http/request-bodies.ts";
import type { Project } from "../../projects/projects.ts";
import { signingSecret } from "../../projects/signature.ts";
import type { WrongSignature } from "../../projects/wrong-signatures.ts";
import type { Services } from "../../services.ts";
import type { EditorLogins } from "../editor/login.ts";
import type { DownloadLog, RequestedArchive } from "./download-log.ts";
import type { RequestLog } from "./request-log.ts";
import { SIGNATURE_HEADER } from "./schemas.ts";

export interface Integration {
  services: Services;
  logins: EditorLogins;
  downloads: DownloadLog;
  requestLog: RequestLog;
  throttle: Throttle;
  clientAddress: ClientAddress;
}

/** @throws AppError forbidden, the same for an unknown and a disabled key */
export function enabledProject({ services }: Integration, apiKey: string): Project {
  const project = services.projects.byKey(apiKey);
  if (!project?.enabled) throw new AppError("forbidden", sentence("projects.unknown_key"));
  return project;
}

/** The signature header, unvalidated. */
export function signatureOf(req: Request): Record<string, unknown> {
  const given = req.headers[SIGNATURE_HEADER.toLowerCase()];
  return given === undefined ? {} : { [SIGNATURE_HEADER]: given };
}

/**
 * @param urls the signature must cover one of these; messages name the first
 * @param archive the requested archive, whose delivery logs the refusal; null for an open
 * @throws AppError forbidden; too_many_requests after many wrong signatures from the same IP address
 */
export function requireSignature(
  { services, downloads, requestLog, throttle, clientAddress }: Integration,
  req: Request,
  project: Project,
  urls: readonly string[],
  about: Pick<WrongSignature, "route" | "materialId" | "given">,
  archive: RequestedArchive | null,
): void {
  const { projects, wrongSignatures } = services;
  const secret = signingSecret(projects.acceptedSecrets(project), about.materialId, urls, about.given);
  if (secret !== null) {
    markSigned(req);
    // A valid signature passes even if a full disk prevents the log entry.
    downloads.written(() => projects.siteSignedWith(project, secret));
    return;
  }
  const address = clientAddress(req);
  throttle.countWrong(address);
  const query = req.originalUrl.split("?").slice(1).join("?");
  const wrong = { ...about, projectId: project.id, urls, query, clientAddress: address };
  const diagnosis = downloads.written(() => wrongSignatures.record(wrong)) ?? "";
  const reason = sentence("projects.wrong_signature", { diagnosis });
  requestLog.note(req, { reason });
  if (archive !== null) downloads.refused(archive, { status: 403, reason, clientAddress: address });
  throw new AppError("forbidden", sentence("projects.invalid_signature"));
}

/** All possible content_urls of the archive: on any base URL ever issued, with the issued or the requested path. */
export function contentUrls(bases: readonly string[], req: Request, issuedPath: string): string[] {
  const requested = req.originalUrl.split("?", 1)[0] ?? issuedPath;
  return bases.flatMap((base) => [...new Set([base + issuedPath, base + requested])]);
}
