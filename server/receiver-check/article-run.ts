/** Sends the articles of a run: each is offered for download for as long as its step takes. */
import { JsonText } from "../core/json-text.ts";
import type { Runtime } from "../core/runtime.ts";
import { isoTime } from "../core/runtime.ts";
import type { ContentUrls } from "../deliveries/content-url.ts";
import type { BlobStore } from "../storage/blobs.ts";
import type { CheckArchives } from "./check-archives.ts";
import { archiveOf, type CheckArticle } from "./check-articles.ts";
import type { CheckedCallback, CheckRun, SiteCalls } from "./check-run.ts";

/** An article as a version that sites can download. */
export interface OfferedArticle {
  article: CheckArticle;
  /** Sends its callback, now or once more. @param secret other than the project's to forge the signature */
  send(secret?: string): Promise<CheckedCallback>;
  /** Its archive is not to be had any more. */
  withdraw(): void;
}

export type OfferArticle = (run: CheckRun, article: CheckArticle) => Promise<OfferedArticle>;

interface Parts {
  runtime: Pick<Runtime, "clock" | "random">;
  archives: CheckArchives;
  contentUrls: ContentUrls;
  blobs: Pick<BlobStore, "stat" | "path">;
  calls: SiteCalls;
}

export function createOfferArticle({ runtime, archives, contentUrls, blobs, calls }: Parts): OfferArticle {
  let last = 0;
  return async (run, article) => {
    const versionId = runtime.random.uuid();
    // Sites tell newer from older by version_cdate.
    last = Math.max(runtime.clock.now(), last + 1);
    const metadata = JsonText.ofMembers([
      ...JsonText.of({ user_email: "galley-check@localhost", user_ip: "127.0.0.1" }).members(),
      ...run.metadata.members(),
    ]).with({ version_id: versionId, version_cdate: isoTime(last) });
    const archive = await archiveOf(article, metadata, new Date(last), blobs);
    const { project, materialId, fingerprint } = run;
    const withdraw = archives.offer({ projectId: project.id, materialId, fingerprint, archiveId: versionId }, archive);
    const content = {
      event: "article_saved",
      contentUrl: contentUrls.media(fingerprint, versionId),
      metadata,
    } as const;
    return { article, send: (secret) => calls.send(run, versionId, content, secret), withdraw };
  };
}
