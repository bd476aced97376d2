/** The archive of a version (contract 2.6), built from its rows and blobs for each request. */
import { buildMediaArchive, mediaArchiveEntries } from "../../archives/archives.ts";
import type { Archive } from "../../archives/zip.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { sentMetadata } from "../sessions/metadata.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { ORIGINAL, type VersionStore } from "./version-store.ts";

/** The parts of a download URL, which must match each other. Contract 4.2. */
export interface MediaArchiveKey {
  projectId: string;
  materialId: string;
  fingerprint: string;
  versionId: string;
}

export function createMediaArchives({
  versions,
  sessions,
  seal,
  assets,
  blobs,
}: Pick<Services, "seal" | "assets" | "blobs"> & {
  versions: VersionStore;
  sessions: SessionStore;
}) {
  /** The original has no archive: its content is the site's own. */
  const contentOf = (versionId: string, options?: { secrets: "masked" }) => {
    const version = versions.byId(versionId);
    if (version === null) throw new AppError("not_found", sentence("articles.no_version", { id: versionId }));
    if (version.number === ORIGINAL) throw new AppError("not_found", sentence("articles.foreign_archive"));
    return {
      fileName: `version-${version.number}-${version.id.slice(0, 8)}.zip`,
      time: new Date(version.createdAt),
      html: version.html,
      vmsJson: version.vmsJson,
      metadata: sentMetadata(
        options?.secrets === "masked" ? version.metadata.masked() : seal.open(version.sessionId, version.metadata),
        "article_saved",
      ),
      files: assets
        .ofVersion(versionId)
        .flatMap(({ blob, ...asset }) => (blob === null ? [] : [{ ...asset, sha256: blob }])),
    };
  };
  const ofVersion = async (versionId: string, options?: { secrets: "masked" }): Promise<Archive> =>
    buildMediaArchive(contentOf(versionId, options), blobs);
  return {
    /**
     * @param options.secrets "masked" hides the credentials in its metadata; included by default, because the site needs them
     * @throws AppError not_found; unavailable if one of its files is missing on disk
     */
    ofVersion,
    /** The archive's entries in order, with masked credentials. @throws AppError not_found */
    entries: (versionId: string) => mediaArchiveEntries(contentOf(versionId, { secrets: "masked" })),
    /** Null if the parts of the key do not match, or the version does not exist. */
    async find(key: MediaArchiveKey): Promise<Archive | null> {
      const session = sessions.byMaterial(key.projectId, key.materialId);
      if (session === null || session.fingerprint !== key.fingerprint) return null;
      const head = versions.headById(key.versionId);
      if (head?.sessionId !== session.id || head.number === ORIGINAL) return null;
      return ofVersion(key.versionId);
    },
  };
}
