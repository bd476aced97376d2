/** Wires the parts of the receiver check to each other. */
import type { AuditLog } from "../core/audit-log.ts";
import type { Runtime } from "../core/runtime.ts";
import type { ContentUrls } from "../deliveries/content-url.ts";
import type { Resolver } from "../outbound/allowed-hosts.ts";
import type { ProxyFor } from "../outbound/environment-proxies.ts";
import type { Projects } from "../projects/projects.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { createOfferArticle } from "./article-run.ts";
import { type CheckArchives, createCheckArchives } from "./check-archives.ts";
import { createSiteCalls } from "./check-run.ts";
import { createCheckFonts, type PublishedFonts } from "./fonts-step.ts";
import { createReceiverChecks, type ReceiverChecks } from "./receiver-checks.ts";

interface Parts {
  runtime: Runtime;
  audit: AuditLog;
  projects: Projects;
  sessions: Pick<SessionStore, "byMaterial">;
  contentUrls: ContentUrls;
  blobs: Pick<BlobStore, "stat" | "path">;
  userAgent: string;
  proxyFor: ProxyFor;
  resolve: Resolver;
  /** Null where a project has published none. */
  publishedFonts(projectId: string): PublishedFonts | null;
}

/** The checks, and the archives that sites may download while one runs. */
export function openReceiverChecks(parts: Parts): ReceiverChecks & { archives: CheckArchives } {
  const { runtime, contentUrls, blobs } = parts;
  const archives = createCheckArchives(runtime.clock);
  const calls = createSiteCalls({ ...parts, archives });
  const checks = createReceiverChecks({
    ...parts,
    calls,
    offerArticle: createOfferArticle({ runtime, archives, contentUrls, blobs, calls }),
    checkFonts: createCheckFonts({
      random: runtime.random,
      archives,
      contentUrls,
      calls,
      publishedFonts: parts.publishedFonts,
    }),
  });
  return { ...checks, archives };
}
