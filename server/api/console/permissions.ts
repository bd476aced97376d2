/** Permissions of a request. route.ts checks the role; a handler calls `requireRole` if a part of it needs a higher one. */
import type { Request } from "express";
import { hasRole, type Person, type Role } from "../../contracts/accounts-api.ts";
import { type Sentence, sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { SiteLink } from "../../logins/site-links.ts";
import type { Person as AuditedPerson } from "../../storage/audit-log.ts";

export interface Visitor {
  role: Role;
  /** Null for the owner, who has no account, and for a site link. */
  person: Person | null;
  /** Null for accounts and the owner. */
  siteLink: SiteLink | null;
}

export const OWNER: Visitor = { role: "admin", person: null, siteLink: null };

const visitors = new WeakMap<Request, Visitor>();

export function setVisitor(req: Request, visitor: Visitor): void {
  visitors.set(req, visitor);
}

/** @throws Error if the request is not authenticated */
export function visitorOf(req: Request): Visitor {
  const visitor = visitors.get(req);
  if (visitor === undefined) throw new Error("The request is not authenticated.");
  return visitor;
}

/** The only project that the request may read; null for all. */
export const scopeOf = (req: Request): string | null => visitorOf(req).siteLink?.projectId ?? null;

/** @throws AppError not_found if a site link requests another project's data */
export function requireInScope(req: Request, projectId: string | null, message: Sentence): void {
  const scope = scopeOf(req);
  if (scope !== null && scope !== projectId) throw new AppError("not_found", message);
}

export const nameOf = (req: Request): string | null => visitorOf(req).person?.name ?? null;

/** The person of the audit log; null: the owner. */
export function auditedPersonOf(req: Request): AuditedPerson | null {
  const { person, siteLink } = visitorOf(req);
  return siteLink === null ? person : auditedLink(siteLink);
}

export const auditedLink = ({ id, name }: SiteLink): AuditedPerson => ({ id: `link:${id}`, name });

/** @param isForSiteLinks whether site links have access too @throws AppError forbidden if the role is too low */
export function requireRole(req: Request, needed: Role, isForSiteLinks = false): void {
  const { role, siteLink } = visitorOf(req);
  if (siteLink === null ? hasRole(role, needed) : isForSiteLinks) return;
  throw new AppError("forbidden", sentence("api.role", { role: sentence(`api.role_${needed}`) }));
}
