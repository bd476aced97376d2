/** What differs between the events: what is sent, what the site's answer means, and what is kept of it. */
import type { JsonText } from "../core/json-text.ts";
import type { SnapshotStore } from "../fonts/snapshot-store.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { Project } from "../projects/projects.ts";
import type { MetadataSeal } from "../sessions/metadata-seal.ts";
import type { Session } from "../sessions/session-store.ts";
import type { VersionStore } from "../versions/version-store.ts";
import type { CallbackContent } from "./callback-request.ts";
import type { ContentUrls } from "./content-url.ts";
import type { Delivery } from "./delivery-row.ts";
import { judgeArticleSaved, type SiteAnswer, type Verdict } from "./judge.ts";
import { judgeFontsUpdated } from "./judge-fonts.ts";

/** A session whose metadata is about to be sent. */
export type ClearSession = Omit<Session, "metadata"> & { metadata: JsonText };

export interface CallbackKind {
  /** @param session its metadata in the clear */
  content(delivery: Delivery, session: ClearSession): CallbackContent;
  /** @param about `host`: how sentences name the site */
  judge(answer: SiteAnswer, about: { host: string; delivery: Delivery; session: Session; project: Project }): Verdict;
  /** Keeps what an accepted answer brought. Runs in the transaction of the attempt's outcome. */
  keep(clientUrls: ReadonlyMap<string, string>, session: Session): void;
}

export function createCallbackKinds({
  assets,
  versions,
  seal,
  snapshots,
  contentUrls,
}: {
  assets: AssetStore;
  versions: VersionStore;
  seal: MetadataSeal;
  snapshots: SnapshotStore;
  contentUrls: ContentUrls;
}): Readonly<Record<Delivery["event"], CallbackKind>> {
  return {
    /** Contract 6.1: the version as it was saved, and the clientUrls of its files. */
    article_saved: {
      content: (delivery, session) => ({
        event: "article_saved",
        contentUrl: contentUrls.media(session.fingerprint, delivery.versionId ?? ""),
        metadata: seal.open(session.id, versions.metadata(delivery.versionId ?? "")),
      }),
      judge: (answer, { host, delivery, session }) =>
        judgeArticleSaved(answer, host, {
          known: new Set(assets.ofSession(session.id).keys()),
          sent: delivery.versionId === null ? [] : assets.ofVersion(delivery.versionId).map(({ fileName }) => fileName),
        }),
      keep(clientUrls, session) {
        for (const [fileName, url] of clientUrls) assets.keepClientUrl(session.id, fileName, url);
      },
    },
    /** Contract 6.2: a published snapshot, and the addresses that the site gave to its files. */
    site_fonts_updated: {
      content: (delivery, session) => ({
        event: "site_fonts_updated",
        contentUrl: contentUrls.fonts(session.fingerprint, delivery.snapshotId ?? ""),
        metadata: session.metadata,
        fonts: snapshots.byId(delivery.projectId, delivery.snapshotId ?? "")?.tree ?? {},
      }),
      judge: (answer, { host, delivery, project }) =>
        judgeFontsUpdated(
          answer,
          host,
          new Set(snapshots.filesOf(delivery.snapshotId ?? "").map(({ fileName }) => fileName)),
          project.allowedHosts,
        ),
      keep: (clientUrls, session) => snapshots.keepClientUrls(session.projectId, session.callbackUrl, clientUrls),
    },
  };
}
