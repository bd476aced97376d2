/** What the integration API needs from the rest of the appliance; the composition root provides it. */
import type { Archive } from "../archives/archive.ts";
import type { ClientAddress } from "../http/client-address.ts";
import type { Throttle } from "../http/throttle.ts";
import type { Runtime } from "../runtime.ts";
import type { SessionCreate, SessionResponse } from "./schemas.ts";

/** What the API itself asks of a project; the composition root may hand out one that knows more. */
export interface IntegrationProject {
  id: string;
  enabled: boolean;
  /** Secrets that a signature may be made with: the current one, and the one before until it expires. */
  secrets: readonly string[];
}

/** Which archive of which session; ids are lower-case uuids. */
export interface MediaArchiveKey {
  projectId: string;
  materialId: string;
  fingerprint: string;
  versionId: string;
}

export interface FontsArchiveKey {
  projectId: string;
  materialId: string;
  fingerprint: string;
  snapshotId: string;
}

/** One archive download with a right signature, over: sent, cut off, or not found. HEAD requests are none. */
export interface Download {
  projectId: string;
  materialId: string;
  fingerprint: string;
  /** Null for a fonts archive. */
  versionId: string | null;
  /** Null for a media archive. */
  snapshotId: string | null;
  /** ms since the epoch. */
  startedAt: number;
  status: number;
  /** Bytes of the archive that were handed to the operating system. */
  bytes: number;
  /** Size of the archive, null where there is none. */
  totalBytes: number | null;
  complete: boolean;
  /** "" where it is not known any more. */
  remoteAddress: string;
}

/** A well-formed request for a known, enabled project that was signed wrongly. */
export interface WrongSignature {
  projectId: string;
  route: "session/open" | "download/media" | "download/fonts";
  materialId: string;
  /** What the signature should have covered: the callback URL, or the content URL on the current base. */
  url: string;
  /** The header as it came. */
  given: string;
  clientAddress: string;
}

export interface IntegrationParts<Project extends IntegrationProject = IntegrationProject> {
  runtime: Runtime;
  throttle: Throttle;
  clientAddress: ClientAddress;
  /** Null for an unknown key. */
  findProject(apiKey: string): Project | null;
  /** Whether callbacks may go to this http(s) URL; otherwise the host to name. */
  isCallbackAllowed(project: Project, url: URL): { ok: true } | { ok: false; host: string };
  /** Opens or finds the session; committed when it resolves. Spec 3. */
  openSession(
    project: Project,
    body: SessionCreate,
    from: { clientAddress: string },
  ): SessionResponse | Promise<SessionResponse>;
  /**
   * Every base URL that a content_url was ever issued with, the current one first; no trailing slash. A content_url is
   * `<base>/integration/download/media/<fingerprint>/<version_id>` or `…/fonts/<fingerprint>/<snapshot_id>`.
   */
  contentBases(): readonly string[];
  /** Null where the parts of the key do not all belong together, or the version is gone. */
  findMediaArchive(key: MediaArchiveKey): Promise<Archive | null>;
  findFontsArchive(key: FontsArchiveKey): Promise<Archive | null>;
  recordDownload(download: Download): void;
  recordWrongSignature(wrong: WrongSignature): void;
  /** Longest body of an open, in bytes. */
  openLimitBytes(): number;
}
