/**
 * Site links: types of the console's API (`/api/projects/:id/site-links`).
 * Glossary. site link: a URL with which the developer of a project's site reads its deliveries and requests, and checks
 * the receiver, until it expires. It needs no account, and reads nothing of other projects.
 */
import { z } from "zod";
import { id, ofLength, time } from "./schema-parts.ts";

export const MAX_SITE_LINK_DAYS = 90;
/** Of one project. */
export const MAX_SITE_LINKS = 50;

/** Body of `POST /projects/:id/site-links`. */
export const NewSiteLink = z.strictObject({
  name: ofLength(z.string().trim(), 1, 200),
  days: z.int().min(1).max(MAX_SITE_LINK_DAYS),
});
export type NewSiteLink = z.infer<typeof NewSiteLink>;

/** Row of `GET /projects/:id/site-links`: the links in force, the newest first. */
export const SiteLinkRow = z
  .object({
    id,
    name: z.string(),
    created_at: time,
    /** Name of the account that made it; null: the owner. */
    created_by: z.string().nullable(),
    expires_at: time,
    /** Accurate to ten minutes. */
    last_used_at: time.nullable(),
  })
  .meta({ id: "SiteLink" });
export type SiteLinkRow = z.infer<typeof SiteLinkRow>;

/** Response to `POST /projects/:id/site-links`. `link` is shown once. */
export const NewSiteLinkView = SiteLinkRow.extend({ link: z.string() }).meta({ id: "NewSiteLink" });
export type NewSiteLinkView = z.infer<typeof NewSiteLinkView>;

/** Body of `POST /login` with the secret of a site link. */
export const SiteLinkLogin = z.strictObject({ site_link: z.string().min(1).max(200) });
