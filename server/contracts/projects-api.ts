/** What the console and the appliance say to each other of one project beside its settings. Types only. */

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
  font_files: number;
  font_snapshots: number;
  /** The first few of the open deliveries, the oldest first. */
  open: { id: string; material_id: string; event: "article_saved" | "site_fonts_updated"; callback_host: string }[];
  /** Whether it is the sample site's, which cannot be deleted. */
  is_sandbox: boolean;
}
