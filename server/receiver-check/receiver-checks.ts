/**
 * The receiver check: a numbered run against a site's real receiver, with a reserved material that Galley never stores. It
 * dials, signs and judges like deliveries. finding: one result of a step. offered: an archive that the site can download.
 */

import type { SessionStore } from "../articles/sessions/session-store.ts";
import type {
  CheckStepName,
  ReceiverCheck,
  ReceiverCheckLine,
  ReceiverCheckStep,
} from "../contracts/receiver-check-api.ts";
import { type Sentence, sentence, withSentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { JsonText } from "../core/json-text.ts";
import { maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { judgeArticle } from "./article-steps.ts";
import { createCheckArchives } from "./check-archives.ts";
import {
  archiveOf,
  type CheckArticle,
  type Colour,
  largeArticle,
  oddlyNamedArticle,
  smallArticle,
} from "./check-articles.ts";
import { type CheckedCallback, type CheckRun, createSiteCalls } from "./check-run.ts";
import { checkConnection } from "./connection-steps.ts";
import { NOTHING_SENT, skipped, stepOf, titleOf, worst } from "./findings.ts";
import { checkFonts, type PublishedFonts } from "./fonts-step.ts";
import { judgeForged } from "./forged-step.ts";

/** The default material. A receiver may know it, and do everything for it except publishing. */
export const CHECK_MATERIAL = "galley-check";

export interface CheckRequest {
  projectId: string;
  callbackUrl: URL;
  materialId: string;
  metadata: JsonText;
  fonts: boolean;
}

const ARTICLE_STEPS = [
  "reachability",
  "tls",
  "article_saved",
  "repeated",
  "forged_signature",
  "odd_file_name",
  "large_archive",
] as const satisfies CheckStepName[];

/** An article that sites can download during its step. */
interface OfferedArticle {
  /** Sends its callback. `secret` forges the signature. */
  send(secret?: string): Promise<CheckedCallback>;
  withdraw(): void;
}

export type ReceiverChecks = ReturnType<typeof createReceiverChecks>;

export function createReceiverChecks({
  runtime,
  audit,
  projects,
  sessions,
  contentUrls,
  publishedFonts,
  outgoing,
}: Pick<Services, "runtime" | "audit" | "projects" | "contentUrls" | "outgoing"> & {
  sessions: SessionStore;
  /** Null without published fonts. */
  publishedFonts: (projectId: string) => PublishedFonts | null;
}) {
  const archives = createCheckArchives(runtime.clock);
  const calls = createSiteCalls(projects, archives, outgoing);
  /** By project. */
  const underWay = new Map<string, CheckRun>();
  /** The last `version_cdate`, ms. */
  let lastCreatedAt = 0;

  const offerArticle = async (run: CheckRun, article: CheckArticle): Promise<OfferedArticle> => {
    const versionId = runtime.random.uuid();
    // Sites order versions by version_cdate, so it grows.
    const createdAt = Math.max(runtime.clock.now(), lastCreatedAt + 1);
    lastCreatedAt = createdAt;
    const metadata = JsonText.ofMembers([
      ...JsonText.of({ user_email: "galley-check@localhost", user_ip: "127.0.0.1" }).members(),
      ...run.metadata.members(),
    ]).with({ version_id: versionId, version_cdate: isoTime(createdAt) });
    const archive = await archiveOf(article, metadata, new Date(createdAt));
    const { project, materialId, fingerprint } = run;
    const withdraw = archives.offer({ projectId: project.id, materialId, fingerprint, archiveId: versionId }, archive);
    const content = {
      event: "article_saved",
      contentUrl: contentUrls.media(fingerprint, versionId),
      metadata,
    } as const;
    return { send: (secret) => calls.send(run, versionId, content, secret), withdraw };
  };

  const begin = ({ projectId, callbackUrl, materialId, metadata }: CheckRequest, signal: AbortSignal): CheckRun => {
    const project = projects.byId(projectId);
    if (!project.enabled) throw new AppError("conflict", sentence("check.key_disabled"));
    if (underWay.has(projectId)) throw new AppError("conflict", sentence("check.under_way"));
    if (sessions.byMaterial(projectId, materialId) !== null)
      throw new AppError("conflict", sentence("check.material_taken", { id: materialId }));
    return { project, materialId, callbackUrl, metadata, fingerprint: runtime.random.uuid(), signal };
  };

  const runSteps = async (
    run: CheckRun,
    withFonts: boolean,
    report: (line: ReceiverCheckLine) => void,
  ): Promise<ReceiverCheckStep[]> => {
    const names: CheckStepName[] = [...ARTICLE_STEPS, ...(withFonts ? (["fonts"] as const) : [])];
    const steps: ReceiverCheckStep[] = [];
    const numberOf = (step: CheckStepName) => names.indexOf(step) + 1;
    const begin = (step: CheckStepName) =>
      report({
        event: "started",
        number: numberOf(step),
        step,
        ...withSentence("title", titleOf(step)),
        of: names.length,
      });
    const end = (step: ReceiverCheckStep) => {
      steps.push(step);
      report({ event: "step", step });
    };
    const skipRest = (why: Sentence) => {
      for (const step of names.slice(steps.length)) end(stepOf(numberOf(step), step, [skipped(why)], NOTHING_SENT));
      return steps;
    };
    const offering = async <T>(article: CheckArticle, use: (offered: OfferedArticle) => Promise<T>): Promise<T> => {
      const offered = await offerArticle(run, article);
      try {
        return await use(offered);
      } finally {
        offered.withdraw();
      }
    };
    const sendArticle = async (step: CheckStepName, article: CheckArticle) => {
      const { findings, record } = await offering(article, async (offered) =>
        judgeArticle(run, calls, article, await offered.send(), null),
      );
      end(stepOf(numberOf(step), step, findings, record));
    };
    const colour = (): Colour => [0, 1, 2].map(() => Math.floor(runtime.random.fraction() * 256)) as unknown as Colour;

    begin("reachability");
    const { reachability, tls, open } = await checkConnection(run, calls, runtime.clock.now());
    end(reachability);
    end(tls);
    if (!open) return skipRest(sentence("check.steps_above"));

    const small = await smallArticle(colour());
    const { accepted, usable } = await offering(small, async (offered) => {
      begin("article_saved");
      const first = await judgeArticle(run, calls, small, await offered.send(), null);
      end(stepOf(3, "article_saved", first.findings, first.record));
      begin("repeated");
      if (!first.usable) {
        end(stepOf(4, "repeated", [skipped(sentence("check.step_first", { number: "3" }))], NOTHING_SENT));
        return first;
      }
      const second = await judgeArticle(run, calls, small, await offered.send(), first.clientUrls);
      end(stepOf(4, "repeated", second.findings, second.record));
      return first;
    });

    begin("forged_signature");
    await offering(await smallArticle(colour()), async (offered) => {
      const sent = await offered.send(runtime.random.token(32));
      end(stepOf(5, "forged_signature", judgeForged(run, sent, accepted), sent.record));
    });
    if (!usable) return skipRest(sentence("check.step_first", { number: "3" }));

    begin("odd_file_name");
    await sendArticle("odd_file_name", await oddlyNamedArticle(colour()));
    begin("large_archive");
    await sendArticle("large_archive", await largeArticle());
    if (withFonts) {
      begin("fonts");
      const { findings, record } = await checkFonts(run, publishedFonts(run.project.id), runtime.random.uuid(), {
        archives,
        contentUrls,
        calls,
      });
      end(stepOf(numberOf("fonts"), "fonts", findings, record));
    }
    return steps;
  };

  return {
    /** What sites may download during a check. */
    archives,
    /** Reports each step. @throws AppError not_found, conflict; CheckCancelled once the signal ends it */
    async run(
      request: CheckRequest,
      signal: AbortSignal,
      report: (line: ReceiverCheckLine) => void,
    ): Promise<ReceiverCheck> {
      const run = begin(request, signal);
      underWay.set(run.project.id, run);
      const startedAt = runtime.clock.now();
      const started = performance.now();
      try {
        const steps = await runSteps(run, request.fonts, report);
        const check: ReceiverCheck = {
          verdict: worst(steps.map(({ verdict }) => verdict)),
          project_id: run.project.id,
          callback_url: maskAddress(run.callbackUrl.href),
          material_id: run.materialId,
          started_at: isoTime(startedAt),
          duration_ms: Math.round(performance.now() - started),
          steps,
        };
        audit.record("receiver checked", run.project.id, {
          callback_url: check.callback_url,
          material_id: check.material_id,
          verdict: check.verdict,
        });
        report({ event: "done", check });
        return check;
      } finally {
        underWay.delete(run.project.id);
      }
    },
    /** The callback URL of a project's running check of the material. */
    callbackUrlOf(projectId: string, materialId: string): string | null {
      const run = underWay.get(projectId);
      return run?.materialId === materialId ? run.callbackUrl.href : null;
    },
  };
}
