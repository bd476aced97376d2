/** The optional step that sends site_fonts_updated with the published fonts, so that it does not change the site's fonts. */

import type { Archive } from "../archives/zip.ts";
import { sentence } from "../contracts/sentences/index.ts";
import type { ContentUrls } from "../deliveries/content-url.ts";
import { judgeDownloads } from "../deliveries/judge-downloads.ts";
import { judgeFontsUpdated } from "../fonts/fonts-updated.ts";
import { judgeSafely } from "./article-steps.ts";
import type { CheckArchives } from "./check-archives.ts";
import type { CheckRun, SiteCalls } from "./check-run.ts";
import { failedWith, passed, type StepOutcome, skippedStep } from "./findings.ts";

/** The published fonts of a project. */
export interface PublishedFonts {
  tree: Record<string, unknown>;
  fileNames: string[];
  archive(): Promise<Archive>;
}

/** @param fonts null without published fonts */
export async function checkFonts(
  run: CheckRun,
  fonts: PublishedFonts | null,
  snapshotId: string,
  { archives, contentUrls, calls }: { archives: CheckArchives; contentUrls: ContentUrls; calls: SiteCalls },
): Promise<StepOutcome> {
  if (fonts === null) return skippedStep(sentence("check.no_fonts"));
  const { project, materialId, fingerprint } = run;
  const key = { projectId: project.id, materialId, fingerprint, archiveId: snapshotId };
  const withdraw = archives.offer(key, await fonts.archive());
  try {
    const sent = await calls.send(run, snapshotId, {
      event: "site_fonts_updated",
      contentUrl: contentUrls.fonts(fingerprint, snapshotId),
      metadata: run.metadata,
      fonts: fonts.tree,
    });
    const verdict = judgeSafely(sent, run, (answer) =>
      judgeFontsUpdated(answer, run.callbackUrl.host, new Set(fonts.fileNames), project.allowedHosts),
    );
    const downloaded = judgeDownloads(sent.downloads, verdict.kind === "accepted");
    return {
      record: sent.record,
      findings: [
        ...(downloaded === null ? [] : [{ verdict: "failed" as const, ...downloaded }]),
        verdict.kind === "accepted"
          ? passed(sentence("check.rc_1"))
          : failedWith(verdict.kind === "failed" ? verdict.code : "rejected_by_site", verdict.facts),
      ],
    };
  } finally {
    withdraw();
  }
}
