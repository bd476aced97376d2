/** `article_saved` (contract 6.1): the version as it was saved, and the clientUrls of its files. */
import type { JsonText } from "../core/json-text.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { CallbackKind } from "./callback-kind.ts";
import type { ContentUrls } from "./content-url.ts";
import { judgeArticleSaved } from "./judge.ts";

interface Parts {
  assets: AssetStore;
  /** Of a version of a session, in the clear. */
  versionMetadata: (sessionId: string, versionId: string) => JsonText;
  contentUrls: ContentUrls;
}

export function createArticleSaved({ assets, versionMetadata, contentUrls }: Parts): CallbackKind {
  return {
    content: (delivery, session) => ({
      event: "article_saved",
      contentUrl: contentUrls.media(session.fingerprint, delivery.versionId ?? ""),
      metadata: versionMetadata(session.id, delivery.versionId ?? ""),
    }),
    judge: (answer, { host, delivery, session }) =>
      judgeArticleSaved(answer, host, {
        known: new Set(assets.ofSession(session.id).keys()),
        sent: delivery.versionId === null ? [] : assets.ofVersion(delivery.versionId).map(({ fileName }) => fileName),
      }),
    keep(clientUrls, session) {
      for (const [fileName, url] of clientUrls) assets.keepClientUrl(session.id, fileName, url);
    },
  };
}
