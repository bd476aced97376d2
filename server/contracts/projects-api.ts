/** What the console and the appliance say to each other of projects and what helps who integrates a site. Types only. */

import type { EmbedSettings } from "../article/embeds/settings.ts";
import type { Environment } from "./console-api.ts";
import type { SentenceRef } from "./sentences/index.ts";

/** A project as lists show it: never with its secret. */
export interface ProjectView {
  id: string;
  name: string;
  environment: Environment;
  api_key: string;
  /** The secret's first and last characters around dots, for recognising it. */
  secret_hint: string;
  /** Until when the secret before the current one is accepted; null where it is not. */
  previous_secret_expires_at: string | null;
  /** Whether callbacks are still signed with a former secret: the site has not signed with the current one yet. */
  previous_secret_signs: boolean;
  /** `name`, `*.name`, each perhaps with `:port`. Dev projects allow loopback besides. */
  allowed_hosts: string[];
  enabled: boolean;
  settings: ProjectSettings;
  created_at: string;
}

export const STYLE_SHEET_PLACES = ["html", "file"] as const;
export type StyleSheetPlace = (typeof STYLE_SHEET_PLACES)[number];

export interface ProjectSettings {
  /** Waiting time for the site's answer, seconds, 1 to 600. */
  answer_timeout_s: number;
  /** SessionResponse.resizeMode. `original`: pictures are published as they came; `single`: made fit for readers, without narrower files; else with them. */
  resize_mode: string | null;
  /** Where the style sheet of articles is: in `vms_html`, or a file of the archive that it links. */
  style_sheet: StyleSheetPlace;
  /** PEM of authorities that the site's certificate may come from beside the usual ones, null for none. */
  ca_certificate: string | null;
  /** Whether frames of other sites load with the page or when a reader clicks. */
  embed_loading: EmbedSettings["loading"];
  /** Hosts of the project's own that may be framed: `charts.example.org/embed 420px`, path and height left out perhaps. */
  embed_hosts: string[];
}

/** Body of `POST /projects`. Answer 201: `ProjectWithSecret`. */
export interface ProjectBody {
  name: string;
  environment: Environment;
  allowed_hosts: string[];
}

/** Body of `PATCH /projects/:id`; what is left out stays. */
export interface ProjectPatch {
  name?: string;
  allowed_hosts?: string[];
  enabled?: boolean;
  settings?: Partial<ProjectSettings>;
}

/** Answer of `POST /projects` and of `POST /projects/:id/reveal-secret` (which the audit log keeps). */
export interface ProjectWithSecret extends ProjectView {
  api_secret: string;
}

/** Row of `GET /projects/:id/wrong-signatures?cursor=`, newest first: a request with a wrong X-Service-Signature. */
export interface WrongSignatureView {
  id: string;
  at: string;
  route: "session/open" | "download/media" | "download/fonts";
  material_id: string;
  /** What should have been signed, with the material_id and a colon before it. */
  url: string;
  /** The header as it came, at most 300 characters; `•••` where it holds a secret. */
  given: string;
  client_address: string;
  /** What it looks like, for people. */
  diagnosis: string;
  diagnosis_sentence?: SentenceRef | null;
}

/** Body of `POST /projects/:id/check-host`. Answer: `HostCheck`. */
export interface HostCheckBody {
  url: string;
}

/** What a `callback_url` would get. Nothing is sent anywhere; only a name that the project allows is looked up. */
export interface HostCheck {
  /** Whether an open with it would get past key and address. */
  allowed: boolean;
  /** The exact sentences of the 403, in the order in which an open meets them: it gets the first one. */
  refusals: string[];
  /** The entry that allows its host; null where none does. */
  entry: {
    /** `name` or `*.name`, perhaps with `:port`. */
    host: string;
    /** False for loopback, which every dev project may use without listing it. */
    listed: boolean;
  } | null;
  /** What dialling would meet; null where no open could lead to it. */
  dial: HostDial | null;
}

export interface HostDial {
  host: string;
  port: number;
  /** Every address that the name has, and whether it may be dialled for the entry. */
  addresses: { address: string; kind: "public" | "private" | "loopback" | "forbidden"; dialled: boolean }[];
  /**
   * resolved: the name has addresses. literal: the host is an address itself. not_found: there is no such name. failed: it
   * could not be looked up just now.
   */
  lookup: "resolved" | "literal" | "not_found" | "failed";
  /** Whether there is an address to connect to. */
  possible: boolean;
  /** `http://proxy.example.org:3128` where the connection goes through a proxy, else null. */
  proxy: string | null;
}

/** Body of `POST /projects/:id/sign`. Answer: `SigningView`, of which the audit log keeps that it was made. */
export interface SigningBody {
  material_id: string;
  url: string;
  /** A signature to be checked. */
  given?: string;
}

export interface SigningView {
  /** What is signed. */
  text: string;
  /** By each secret that is accepted, the current one first. */
  signatures: SignatureBySecret[];
  /** Of `given`; null where none was. */
  check: {
    right: boolean;
    /** Which secret it was made with; null for a wrong one. */
    secret: SignatureBySecret["secret"] | null;
    /** What a wrong one looks like: a sentence. */
    diagnosis: string;
    diagnosis_sentence?: SentenceRef | null;
  } | null;
}

export interface SignatureBySecret {
  /** former: it was replaced and is still accepted. */
  secret: "current" | "former";
  /** The secret's first and last characters around dots. */
  hint: string;
  signature: string;
  /** Until when a former secret is accepted. */
  accepted_until: string | null;
  /** Whether callbacks to the site are signed with it now. */
  signs_callbacks: boolean;
}

/**
 * Answer of `GET /projects/:id/holdings`: what goes with the project when it is deleted (`DELETE /projects/:id?name=`, its
 * name as it was typed; 202, for its key is gone at once and what it holds goes in the background). Each is counted
 * up to `counted_to`.
 */
export interface ProjectHoldings {
  counted_to: number;
  sessions: number;
  versions: number;
  deliveries: number;
  /** Deliveries that their site does not have yet. */
  open_deliveries: number;
  snippets: number;
  font_files: number;
  font_snapshots: number;
  /** The first few of the open deliveries, the oldest first. */
  open: {
    id: string;
    material_id: string;
    /** `metadata.title` of the session, else its first heading; null without either. */
    title: string | null;
    event: "article_saved" | "site_fonts_updated";
    callback_host: string;
  }[];
  /** Whether it is the sample site's, which cannot be deleted. */
  is_sandbox: boolean;
}
