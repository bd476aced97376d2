/** Who may use the integration API: a known, enabled key and a right signature (contract 5.1, 5.2, 7). */
import type { Request } from "express";
import { AppError } from "../core/errors.ts";
import { signingSecret } from "../projects/signature.ts";
import type { IntegrationParts, IntegrationProject, WrongSignature } from "./parts.ts";

/** @throws AppError forbidden; a disabled key answers as an unknown one does */
export function enabledProject<P extends IntegrationProject>(parts: IntegrationParts<P>, apiKey: string): P {
  const project = parts.findProject(apiKey);
  if (!project?.enabled) throw new AppError("forbidden", "Unknown API key");
  return project;
}

/**
 * @param urls what the signature may cover, one of them; the first is the one to name
 * @throws AppError forbidden, or too_many_requests for an address that goes on sending wrong ones
 */
export function requireSignature<P extends IntegrationProject>(
  parts: IntegrationParts<P>,
  req: Request,
  project: P,
  urls: readonly string[],
  about: Pick<WrongSignature, "route" | "materialId" | "given" | "archive">,
): void {
  const secret = signingSecret(project.secrets, about.materialId, urls, about.given);
  if (secret !== null) {
    parts.siteSignedWith(project, secret);
    return;
  }
  const clientAddress = parts.clientAddress(req);
  parts.throttle.countWrong(clientAddress);
  const query = req.originalUrl.split("?").slice(1).join("?");
  parts.recordWrongSignature({ ...about, projectId: project.id, urls, query, clientAddress });
  throw new AppError("forbidden", "Invalid signature");
}

/** What the content_url of the requested archive may have looked like: on any base ever issued, as issued or as asked for. */
export function contentUrls(bases: readonly string[], req: Request, issuedPath: string): string[] {
  const requested = req.originalUrl.split("?", 1)[0] ?? issuedPath;
  return bases.flatMap((base) => [...new Set([base + issuedPath, base + requested])]);
}
