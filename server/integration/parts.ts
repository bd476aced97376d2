/** What the integration API needs from the rest of the appliance; the composition root provides it. */
import type { Archive } from "../archives/archive.ts";
import type { JsonText } from "../core/json-text.ts";
import type { Runtime } from "../core/runtime.ts";
import type { ClientAddress } from "../http/client-address.ts";
import type { Throttle } from "../http/throttle.ts";
import type { OpenedSession, SessionCreate } from "./schemas.ts";

/** What the API itself asks of a project; the composition root may hand out one that knows more. */
export interface IntegrationProject {
  id: string;
  enabled: boolean;
  /** Secrets that a signature may be made with: the current one, and former ones until they expire. */
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

/** One archive download with a right signature, as it begins. HEAD requests are none. */
export interface StartedDownload {
  projectId: string;
  materialId: string;
  fingerprint: string;
  /** Null for a fonts archive. */
  versionId: string | null;
  /** Null for a media archive. */
  snapshotId: string | null;
  /** ms since the epoch. */
  startedAt: number;
  /** "" where it is not known any more. */
  remoteAddress: string;
}

/** What became of a download: sent, cut off, or not found. */
export interface EndedDownload {
  status: number;
  /** Bytes of the archive that were handed to the operating system. */
  bytes: number;
  /** Size of the archive, null where there is none. */
  totalBytes: number | null;
  complete: boolean;
}

export type Download = StartedDownload & EndedDownload;

/** A well-formed request for a known, enabled project that was signed wrongly. */
export interface WrongSignature {
  projectId: string;
  route: "session/open" | "download/media" | "download/fonts";
  materialId: string;
  /** What the signature should have covered, one of them: the callback URL, or the content URL on the bases issued. */
  urls: readonly string[];
  /** Of the request, without the question mark. */
  query: string;
  /** The archive that was asked for, null for an open. */
  archive: AskedArchive | null;
  /** The header as it came. */
  given: string;
  clientAddress: string;
}

/** The two ids in the path of a download. */
export interface AskedArchive {
  fingerprint: string;
  /** The version or the snapshot. */
  archiveId: string;
}

/** A download that was refused for another reason than its signature: its shape, or its key. */
export interface RefusedDownload {
  /** As it stood in the path, perhaps no uuids. */
  archive: AskedArchive;
  status: number;
  /** Why, as it was answered. */
  reason: string;
  clientAddress: string;
}

export interface IntegrationParts<Project extends IntegrationProject = IntegrationProject> {
  runtime: Runtime;
  throttle: Throttle;
  clientAddress: ClientAddress;
  /** Null for an unknown key. */
  findProject(apiKey: string): Project | null;
  /** Whether callbacks may go to this http(s) URL; otherwise the host to name, with its port. */
  isCallbackAllowed(project: Project, url: URL): { ok: true } | { ok: false; host: string };
  /**
   * Opens or finds the session; committed when it resolves. Contract 3.
   * @param written the body to the letter
   */
  openSession(project: Project, body: SessionCreate, written: JsonText): OpenedSession | Promise<OpenedSession>;
  /**
   * Every base URL that a content_url was ever issued with, the current one first; no trailing slash. A content_url is
   * `<base>/integration/download/media/<fingerprint>/<version_id>` or `…/fonts/<fingerprint>/<snapshot_id>`.
   */
  contentBases(): readonly string[];
  /** Null where the parts of the key do not all belong together, or the version is gone. */
  findMediaArchive(key: MediaArchiveKey): Promise<Archive | null>;
  findFontsArchive(key: FontsArchiveKey): Promise<Archive | null>;
  /** Told of a download as it begins; what it returns is called once, when it has ended. */
  startDownload(started: StartedDownload): (ended: EndedDownload) => void;
  recordRefusedDownload(refused: RefusedDownload): void;
  /** Told of every right signature: which of the project's secrets it was made with. */
  siteSignedWith(project: Project, secret: string): void;
  recordWrongSignature(wrong: WrongSignature): void;
  /** Longest body of an open, in bytes. */
  openLimitBytes(): number;
}
