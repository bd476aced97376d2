/**
 * Types of the console API for site links (`/api/projects/:id/site-links`).
 * Glossary. site link: a URL that lets the developer of a site read the project's deliveries and requests and check the
 * receiver, without an account, until the link expires.
 */
import { z } from "zod";
import { id, ofLength, time } from "./schema-parts.ts";

export const MAX_SITE_LINK_DAYS = 90;
/** Maximum number for each project. */
export const MAX_SITE_LINKS = 50;

/** Body of `POST /projects/:id/site-links`. */
export const NewSiteLink = z.strictObject({
  name: ofLength(z.string().trim(), 1, 200),
  days: z.int().min(1).max(MAX_SITE_LINK_DAYS),
});
export type NewSiteLink = z.infer<typeof NewSiteLink>;

/** Row of `GET /projects/:id/site-links`: the valid links, newest first. */
export const SiteLinkRow = z
  .object({
    id,
    name: z.string(),
    created_at: time,
    /** Name of the account that created the link; null for the owner. */
    created_by: z.string().nullable(),
    expires_at: time,
    /** Accurate to ten minutes. */
    last_used_at: time.nullable(),
  })
  .meta({ id: "SiteLink" });
export type SiteLinkRow = z.infer<typeof SiteLinkRow>;

/** Response to `POST /projects/:id/site-links`. `link` is shown only here. */
export const NewSiteLinkView = SiteLinkRow.extend({ link: z.string() }).meta({ id: "NewSiteLink" });
export type NewSiteLinkView = z.infer<typeof NewSiteLinkView>;

/** Body of `POST /login` with the secret of a site link. */
export const SiteLinkLogin = z.strictObject({ site_link: z.string().min(1).max(200) });
