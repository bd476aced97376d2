/** The callback `article_saved` (contract 6.1): its content, the verdict on the site's response, and the URLs to keep. */
import type { CallbackKind } from "../../deliveries/callback-request.ts";
import { judgeArticleSaved } from "../../deliveries/judge.ts";
import type { Services } from "../../services.ts";
import type { VersionStore } from "./version-store.ts";

export function createArticleSaved({
  assets,
  versions,
  seal,
  contentUrls,
}: Pick<Services, "assets" | "seal" | "contentUrls"> & {
  versions: VersionStore;
}): CallbackKind {
  return {
    content: (delivery, session) => ({
      event: "article_saved",
      contentUrl: contentUrls.media(session.fingerprint, delivery.versionId ?? ""),
      metadata: seal.open(session.id, versions.metadata(delivery.versionId ?? "")),
    }),
    judge: (answer, { delivery, session }) =>
      judgeArticleSaved(answer, session.callbackUrl, {
        known: new Set(assets.ofSession(session.id).keys()),
        sent: delivery.versionId === null ? [] : assets.ofVersion(delivery.versionId).map(({ fileName }) => fileName),
        lacking: delivery.versionId === null ? [] : versions.missingFiles(delivery.versionId),
      }),
    keep(clientUrls, session) {
      for (const [fileName, url] of clientUrls) assets.keepClientUrl(session.id, fileName, url);
    },
  };
}
