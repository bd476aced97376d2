/** `site_fonts_updated` (contract 6.2): a published snapshot, and the addresses that the site gave to its files. */
import type { SnapshotStore } from "../fonts/snapshot-store.ts";
import type { CallbackKind } from "./callback-kind.ts";
import type { ContentUrls } from "./content-url.ts";
import { judgeFontsUpdated } from "./judge-fonts.ts";

interface Parts {
  snapshots: SnapshotStore;
  contentUrls: ContentUrls;
}

export function createFontsUpdated({ snapshots, contentUrls }: Parts): CallbackKind {
  return {
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
  };
}
