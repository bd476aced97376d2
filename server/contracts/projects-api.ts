/** Types of the console API for projects and for integration tools. */
import { z } from "zod";
import type { DeliveryRow } from "./deliveries-api.ts";
import { environment, id, ofLength, time } from "./schema-parts.ts";
import type { SentenceRef } from "./sentences/index.ts";

const settings = z.object({
  /** Timeout for the site's response, seconds, 1 to 600. */
  answer_timeout_s: z.number(),
  /** resizeMode of an open. `original`: unchanged pictures. `single`: resized, one file. Others: with narrower versions. */
  resize_mode: z.string().nullable(),
  /** Location of the articles' style sheet: inside `vms_html`, or in a linked file of the archive. */
  style_sheet: z.enum(["html", "file"]),
  /** PEM of additional trusted CA certificates; null for none. */
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
  /** The secret's first and last characters, with dots between them. */
  secret_hint: z.string(),
  previous_secret_expires_at: time.nullable(),
  /** Whether Galley signs callbacks with the previous secret, because the site has not used the current one yet. */
  previous_secret_signs: z.boolean(),
  /** `name` or `*.name`, each with an optional `:port`. Dev projects allow loopback too. */
  allowed_hosts: z.array(z.string()),
  enabled: z.boolean(),
  settings,
  created_at: time,
};

export const ProjectView = z.object(project).meta({ id: "Project" });
export type ProjectView = z.infer<typeof ProjectView>;

export const ProjectRow = z
  .object({
    ...project,
    /** When a site last opened an article or a journalist last edited one; null if never. */
    last_activity_at: time.nullable(),
    /** Number of undelivered articles and fonts. */
    undelivered: z.number(),
  })
  .meta({ id: "ProjectRow" });
export type ProjectRow = z.infer<typeof ProjectRow>;

/** Response to `POST /projects` and `POST /projects/:id/reveal-secret`. The audit log records both. */
export const ProjectWithSecret = z.object({ ...project, api_secret: z.string() }).meta({ id: "ProjectWithSecret" });
export type ProjectWithSecret = z.infer<typeof ProjectWithSecret>;

/** Body of `POST /projects`. Response: 201 with `ProjectWithSecret`. */
export type ProjectBody = Pick<ProjectView, "name" | "environment" | "allowed_hosts">;

/** Body of `PATCH /projects/:id`; omitted fields keep their values. */
export type ProjectPatch = Partial<Pick<ProjectView, "name" | "allowed_hosts" | "enabled">> & {
  settings?: Partial<ProjectSettings>;
};

/** Row of `GET /projects/:id/wrong-signatures?cursor=`, newest first: a request with a wrong X-Service-Signature. */
export interface WrongSignatureView {
  id: string;
  at: string;
  route: "session/open" | "download/media" | "download/fonts";
  material_id: string;
  /** The expected URL in the signed text `material_id:url`. */
  url: string;
  /** The header, at most 300 characters; secrets are masked as `•••`. */
  given: string;
  client_address: string;
  diagnosis: string;
  diagnosis_sentence?: SentenceRef | null;
}

/** Body of `POST /projects/:id/check-host`. Response: `HostCheck`. */
export const HostCheckBody = z.strictObject({ url: ofLength(z.string(), 0, 8_192) });
export type HostCheckBody = z.infer<typeof HostCheckBody>;

/** Whether Galley would accept and call a `callback_url`. The check sends no request and resolves only allowed names. */
export interface HostCheck {
  /** Whether an open with this URL would pass the key and host checks. */
  allowed: boolean;
  /** The sentences of the 403, in the order of the checks. An open returns the first one. */
  refusals: string[];
  /** The allowed host that matches; null without one. */
  entry: {
    /** `name` or `*.name`, with an optional `:port`. */
    host: string;
    /** False for loopback, which every dev project allows. */
    listed: boolean;
  } | null;
  /** How Galley would connect; null if no open could use the URL. */
  dial: HostDial | null;
}

export interface HostDial {
  host: string;
  port: number;
  /** All IP addresses of the name. dialled: Galley may connect to this one. */
  addresses: { address: string; kind: "public" | "private" | "loopback" | "forbidden"; dialled: boolean }[];
  /** resolved: it has IP addresses. literal: it is one. not_found: no such name. failed: possibly temporary. */
  lookup: "resolved" | "literal" | "not_found" | "failed";
  possible: boolean;
  /** The proxy, such as `http://proxy.example.org:3128`; null without one. */
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
    secret: SignatureBySecret["secret"] | null;
    /** Sentence: the probable cause of a wrong signature. */
    diagnosis: string;
    diagnosis_sentence?: SentenceRef | null;
  } | null;
}

export interface SignatureBySecret {
  /** former: replaced but still valid. */
  secret: "current" | "former";
  hint: string;
  signature: string;
  /** When a former secret expires. */
  accepted_until: string | null;
  signs_callbacks: boolean;
}

/**
 * Response to `GET /projects/:id/holdings`: the data that is deleted with the project. Counts stop at `counted_to`.
 * `DELETE /projects/:id?name=` responds 202: the key stops working immediately, and Galley deletes the data in the
 * background. `name` must be the project's name.
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
  open: Pick<DeliveryRow, "id" | "material_id" | "title" | "event" | "callback_host">[];
  /** Whether this is the sample site's project, which cannot be deleted. */
  is_sandbox: boolean;
}
