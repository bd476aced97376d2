/**
 * Access to the console: logins, hosts and site links. Types of its API (`/api/login`, `/api/logins`, `/api/access`,
 * `/api/projects/:id/site-links`).
 * Glossary. site link: a URL that lets the developer of a site read the project's deliveries and requests and check the
 * receiver, without an account, until the link expires.
 */
import { z } from "zod";
import { Person, Role } from "./accounts-api.ts";
import { id, ofLength, time } from "./schema-parts.ts";

/** How the browser authenticated. password: with an account. window: the desktop app. site_link: read-only, one project. */
const loginKind = z.enum(["link", "token", "window", "password", "site_link"]);

/** Response to `GET /me`: whether the browser is logged in (200) or not (401). */
export const Me = z.object({
  version: z.string(),
  /** Id of the newest event; `GET /events?after=` continues from there. */
  event_id: z.string(),
  /** The browser's login; null with the console token. */
  login: z.object({ id, kind: loginKind }).nullable(),
  /** Null for the owner and for a site link. */
  person: Person.nullable(),
  role: Role,
  /** The only project that a site link can read, until `expires_at`; null for other logins. */
  project: z.object({ id, name: z.string(), expires_at: time }).nullable(),
});
export type Me = z.infer<typeof Me>;

/**
 * Response to `POST /login {token}` or `{email, password, code?}`, which also sets a cookie. Requests need both the
 * cookie and the key, in the header X-Galley-Key or the query parameter `key`. `needs_code`: the password is correct;
 * repeat the request with the code of the second factor.
 */
export const LoggedIn = z.object({ key: z.string().nullable(), needs_code: z.boolean() });
export type LoggedIn = z.infer<typeof LoggedIn>;

/** Row of `GET /logins`: a logged-in browser. `DELETE /logins/:id` ends a login; `POST /logout` ends the caller's own. */
export const LoginRow = z
  .object({
    id,
    kind: loginKind,
    /** Null for the owner. */
    person: Person.nullable(),
    current: z.boolean(),
    user_agent: z.string(),
    address: z.string(),
    created_at: time,
    /** Accurate to ten minutes. */
    last_used_at: time,
    /** When an unused login expires; null for the desktop window. */
    expires_at: time.nullable(),
  })
  .meta({ id: "Login" });
export type LoginRow = z.infer<typeof LoginRow>;

export const LoginWays = z.object({
  /** Whether an account with a password exists. The token and one-time links always work. */
  accounts: z.boolean(),
  local: z.boolean(),
});
export type LoginWays = z.infer<typeof LoginWays>;

export const AccessView = z
  .object({
    /** Value of `--console-host`. */
    listens_on: z.string(),
    open: z.boolean(),
    /** URLs of the console, this machine's first. */
    addresses: z.array(z.string()),
    /** Host names and IP addresses that the console accepts in addition to the setting `console_hosts`. */
    own_names: z.array(z.string()),
  })
  .meta({ id: "Access" });
export type AccessView = z.infer<typeof AccessView>;

export const ConsoleLinkView = z.object({ link: z.string(), expires_at: time }).meta({ id: "ConsoleLink" });
export type ConsoleLinkView = z.infer<typeof ConsoleLinkView>;

/** Maximum number of site links for each project. */
export const MAX_SITE_LINKS = 50;

export const NewSiteLink = z.strictObject({
  name: ofLength(z.string().trim(), 1, 200),
  days: z.int().min(1).max(90),
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

export const SiteLinkLogin = z.strictObject({ site_link: z.string().min(1).max(200) });
