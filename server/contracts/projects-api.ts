/** Types of the console's API for projects and for tools that help to integrate a site. */
import { z } from "zod";
import { environment, id, ofLength, time } from "./schema-parts.ts";
import type { SentenceRef } from "./sentences/index.ts";

const settings = z.object({
  /** Timeout for the site's response, seconds, 1 to 600. */
  answer_timeout_s: z.number(),
  /**
   * SessionResponse.resizeMode. `original`: pictures are published unchanged. `single`: they are resized, without
   * narrower files. Other values: they are resized, with narrower files.
   */
  resize_mode: z.string().nullable(),
  /** Location of the articles' style sheet: inside `vms_html`, or in a linked file of the archive. */
  style_sheet: z.enum(["html", "file"]),
  /** PEM of certificate authorities that are trusted beside the usual ones; null for none. */
  ca_certificate: z.string().nullable(),
  /** Whether frames of other sites load with the page or when a reader clicks. */
  embed_loading: z.enum(["on_click", "at_once"]),
  /** Additional hosts that may be framed: `charts.example.org/embed 420px`. Path and height are optional. */
  embed_hosts: z.array(z.string()),
});
export type ProjectSettings = z.infer<typeof settings>;

const project = {
  id,
  name: z.string(),
  environment,
  api_key: z.string(),
  /** The secret's first and last characters around dots, for recognising it. */
  secret_hint: z.string(),
  /** Until when the previous secret is accepted; null when it is not. */
  previous_secret_expires_at: time.nullable(),
  /** Whether callbacks are still signed with a former secret: the site has not signed with the current one yet. */
  previous_secret_signs: z.boolean(),
  /** `name` or `*.name`, each with an optional `:port`. Dev projects allow loopback too. */
  allowed_hosts: z.array(z.string()),
  enabled: z.boolean(),
  settings,
  created_at: time,
};

export const ProjectView = z.object(project).meta({ id: "Project" });
export type ProjectView = z.infer<typeof ProjectView>;

/** Row of `GET /projects`. */
export const ProjectRow = z
  .object({
    ...project,
    /** When a site opened one of its articles, or an author last worked on one; null: never. */
    last_activity_at: time.nullable(),
    /** Articles and fonts that the site does not have. */
    undelivered: z.number(),
  })
  .meta({ id: "ProjectRow" });
export type ProjectRow = z.infer<typeof ProjectRow>;

/** Response to `POST /projects` and to `POST /projects/:id/reveal-secret` (which the audit log records). */
export const ProjectWithSecret = z.object({ ...project, api_secret: z.string() }).meta({ id: "ProjectWithSecret" });
export type ProjectWithSecret = z.infer<typeof ProjectWithSecret>;

/** Body of `POST /projects`. Response: 201 with `ProjectWithSecret`. */
export type ProjectBody = Pick<ProjectView, "name" | "environment" | "allowed_hosts">;

/** Body of `PATCH /projects/:id`; absent fields stay unchanged. */
export type ProjectPatch = Partial<Pick<ProjectView, "name" | "allowed_hosts" | "enabled">> & {
  settings?: Partial<ProjectSettings>;
};

/** Row of `GET /projects/:id/wrong-signatures?cursor=`, newest first: a request with a wrong X-Service-Signature. */
export interface WrongSignatureView {
  id: string;
  at: string;
  route: "session/open" | "download/media" | "download/fonts";
  material_id: string;
  /** The URL that the site should have signed, after the material_id and a colon. */
  url: string;
  /** The raw header, at most 300 characters; `•••` in place of secrets. */
  given: string;
  client_address: string;
  diagnosis: string;
  diagnosis_sentence?: SentenceRef | null;
}

/** Body of `POST /projects/:id/check-host`. Response: `HostCheck`. */
export const HostCheckBody = z.strictObject({ url: ofLength(z.string(), 0, 8_192) });
export type HostCheckBody = z.infer<typeof HostCheckBody>;

/**
 * The result that a `callback_url` would get. The check sends no request and resolves only names that the project
 * allows.
 */
export interface HostCheck {
  /** Whether an open with this URL would pass the checks of key and host. */
  allowed: boolean;
  /** The exact sentences of the 403, in the order of the checks. An open gets the first one. */
  refusals: string[];
  /** The entry that allows its host; null without one. */
  entry: {
    /** `name` or `*.name`, with an optional `:port`. */
    host: string;
    /** False for loopback, which every dev project may use without listing it. */
    listed: boolean;
  } | null;
  /** Result of connecting; null when no open could use the URL. */
  dial: HostDial | null;
}

export interface HostDial {
  host: string;
  port: number;
  /** Every IP address of the name, and whether the entry allows a connection to it. */
  addresses: { address: string; kind: "public" | "private" | "loopback" | "forbidden"; dialled: boolean }[];
  /**
   * resolved: the name has addresses. literal: the host is an IP address. not_found: the name does not exist. failed:
   * the lookup failed this time.
   */
  lookup: "resolved" | "literal" | "not_found" | "failed";
  possible: boolean;
  /** `http://proxy.example.org:3128` where the connection goes through a proxy, else null. */
  proxy: string | null;
}

/** Body of `POST /projects/:id/sign`. Response: `SigningView`. The audit log records the request. */
export const SigningBody = z.strictObject({
  material_id: ofLength(z.string(), 1, 1_024),
  url: ofLength(z.string(), 1, 8_192),
  given: ofLength(z.string(), 0, 10_000).optional(),
});
export type SigningBody = z.infer<typeof SigningBody>;

export interface SigningView {
  text: string;
  /** One signature for each accepted secret, the current one first. */
  signatures: SignatureBySecret[];
  check: {
    right: boolean;
    /** The secret that made the signature; null for a wrong one. */
    secret: SignatureBySecret["secret"] | null;
    /** The probable mistake in a wrong signature, in a sentence. */
    diagnosis: string;
    diagnosis_sentence?: SentenceRef | null;
  } | null;
}

export interface SignatureBySecret {
  /** former: replaced, and still accepted. */
  secret: "current" | "former";
  hint: string;
  signature: string;
  /** Until when a former secret is accepted. */
  accepted_until: string | null;
  signs_callbacks: boolean;
}

/**
 * Response to `GET /projects/:id/holdings`: the data that is deleted with the project. Counts stop at `counted_to`.
 * `DELETE /projects/:id?name=` takes the name that the admin typed. It responds 202: the key stops working at once, and
 * Galley deletes the data in the background.
 */
export interface ProjectHoldings {
  counted_to: number;
  sessions: number;
  versions: number;
  deliveries: number;
  open_deliveries: number;
  snippets: number;
  font_files: number;
  font_snapshots: number;
  /** The oldest open deliveries, oldest first. */
  open: {
    id: string;
    material_id: string;
    /** `metadata.title` of the session, else its first heading; null without either. */
    title: string | null;
    event: "article_saved" | "site_fonts_updated";
    callback_host: string;
  }[];
  /** Whether this is the sample site's project, which cannot be deleted. */
  is_sandbox: boolean;
}
