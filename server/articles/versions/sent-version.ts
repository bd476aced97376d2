/** What a site receives of a version: its archive (contract 2.6) and the callback `article_saved` (contract 6.1). */
import { type ArchiveKey, buildMediaArchive, mediaArchiveEntries } from "../../archives/archives.ts";
import type { Archive } from "../../archives/zip.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { CallbackKind } from "../../deliveries/callback-request.ts";
import { judgeArticleSaved } from "../../deliveries/judge.ts";
import type { Services } from "../../services.ts";
import { sentMetadata } from "../sessions/metadata.ts";
import { ORIGINAL_VERSION } from "./version-store.ts";

/** Archives are built from rows and blobs for each request. */
export function createMediaArchives(
  services: Pick<Services, "versionStore" | "sessionStore" | "seal" | "assets" | "blobs">,
) {
  const { versionStore: versions, sessionStore: sessions, seal, assets, blobs } = services;
  /** The original has no archive: its content is the site's own. */
  const contentOf = (versionId: string, options?: { secrets: "masked" }) => {
    const version = versions.byId(versionId);
    if (version === null) throw new AppError("not_found", sentence("articles.no_version", { id: versionId }));
    if (version.number === ORIGINAL_VERSION) throw new AppError("not_found", sentence("articles.foreign"));
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
    /** @param options.secrets "masked" hides credentials; sites need them @throws AppError not_found; unavailable if a file is missing */
    ofVersion,
    /** The archive's entries in order, with masked credentials. @throws AppError not_found */
    entries: (versionId: string) => mediaArchiveEntries(contentOf(versionId, { secrets: "masked" })),
    /** Null if the parts of the key do not match, or the version does not exist. */
    async find(key: ArchiveKey): Promise<Archive | null> {
      const session = sessions.byMaterial(key.projectId, key.materialId);
      if (session === null || session.fingerprint !== key.fingerprint) return null;
      const head = versions.headById(key.archiveId);
      if (head?.sessionId !== session.id || head.number === ORIGINAL_VERSION) return null;
      return ofVersion(key.archiveId);
    },
  };
}

/** The content of the callback, the verdict on the site's response, and the URLs to keep. */
export function createArticleSaved(
  services: Pick<Services, "assets" | "versionStore" | "seal" | "contentUrls">,
): CallbackKind {
  const { assets, versionStore: versions, seal, contentUrls } = services;
  return {
    content: (delivery, session) => ({
      event: "article_saved",
      contentUrl: contentUrls.media(session.fingerprint, delivery.versionId ?? ""),
      metadata: seal.open(session.id, versions.metadata(delivery.versionId ?? "")),
    }),
    judge: (response, { delivery, session }) =>
      judgeArticleSaved(response, session.callbackUrl, {
        known: new Set(assets.ofSession(session.id).keys()),
        sent: delivery.versionId === null ? [] : assets.ofVersion(delivery.versionId).map(({ fileName }) => fileName),
        lacking: delivery.versionId === null ? [] : versions.missingFiles(delivery.versionId),
      }),
    keep(clientUrls, session) {
      for (const [fileName, url] of clientUrls) assets.keepClientUrl(session.id, fileName, url);
    },
  };
}
