/**
 * The receiver check: a numbered run against a site's real receiver, with a reserved material of which nothing is ever
 * stored here. It dials, signs and judges as deliveries do.
 *
 * Glossary. run: one check of one receiver. step: one question to it, with its verdict. finding: one thing that a step
 * found out.
 */

import type { CheckStepName, ReceiverCheck, ReceiverCheckLine, ReceiverCheckStep } from "../contracts/console-api.ts";
import type { AuditLog } from "../core/audit-log.ts";
import { AppError } from "../core/errors.ts";
import type { JsonText } from "../core/json-text.ts";
import { maskAddress } from "../core/masking.ts";
import type { Runtime } from "../core/runtime.ts";
import { isoTime } from "../core/runtime.ts";
import type { Projects } from "../projects/projects.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { OfferArticle, OfferedArticle } from "./article-run.ts";
import { judgeArticle } from "./article-steps.ts";
import type { Colour } from "./check-articles.ts";
import { type CheckArticle, largeArticle, oddlyNamedArticle, smallArticle } from "./check-articles.ts";
import type { CheckRun, SiteCalls } from "./check-run.ts";
import { checkConnection } from "./connection-steps.ts";
import { NOTHING_SENT, skipped, stepOf, TITLES, worst } from "./findings.ts";
import type { CheckFonts } from "./fonts-step.ts";
import { judgeForged } from "./forged-step.ts";

/** The material of a check that names none. A receiver may know it: do everything for it but publish. */
export const CHECK_MATERIAL = "galley-check";

export interface CheckRequest {
  projectId: string;
  callbackUrl: URL;
  materialId: string;
  metadata: JsonText;
  fonts: boolean;
}

export interface ReceiverChecks {
  /**
   * Runs a check to its end, telling each step as it begins and ends.
   * @throws AppError not_found; conflict for a disabled key, a material that has a session, or a second run
   * @throws CheckCancelled once the signal ends it
   */
  run(request: CheckRequest, signal: AbortSignal, tell: (line: ReceiverCheckLine) => void): Promise<ReceiverCheck>;
  /** Where the run of a project that uses the material calls its site, null where none does. */
  callbackUrlOf(projectId: string, materialId: string): string | null;
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

interface Parts {
  runtime: Runtime;
  audit: AuditLog;
  projects: Projects;
  sessions: Pick<SessionStore, "byMaterial">;
  calls: SiteCalls;
  offerArticle: OfferArticle;
  checkFonts: CheckFonts;
}

export function createReceiverChecks(parts: Parts): ReceiverChecks {
  const { runtime, projects, sessions } = parts;
  /** project → its run. */
  const underWay = new Map<string, CheckRun>();

  const begin = ({ projectId, callbackUrl, materialId, metadata }: CheckRequest, signal: AbortSignal): CheckRun => {
    const project = projects.byId(projectId);
    if (!project.enabled)
      throw new AppError(
        "conflict",
        "The key of this project is disabled, so the site could download nothing. Enable it first.",
      );
    if (underWay.has(projectId))
      throw new AppError("conflict", "A check of this project is under way already; wait for its end, or end it.");
    if (sessions.byMaterial(projectId, materialId) !== null)
      throw new AppError(
        "conflict",
        `The material ${materialId} is an article here. Name one that has never been opened, so that the check overwrites nothing.`,
      );
    return { project, materialId, callbackUrl, metadata, fingerprint: runtime.random.uuid(), signal };
  };

  return {
    async run(request, signal, tell) {
      const run = begin(request, signal);
      underWay.set(run.project.id, run);
      const startedAt = runtime.clock.now();
      const started = performance.now();
      try {
        const steps = await runSteps(parts, run, request.fonts, tell);
        const check: ReceiverCheck = {
          verdict: worst(steps.map(({ verdict }) => verdict)),
          project_id: run.project.id,
          callback_url: maskAddress(run.callbackUrl.href),
          material_id: run.materialId,
          started_at: isoTime(startedAt),
          duration_ms: Math.round(performance.now() - started),
          steps,
        };
        parts.audit.record("receiver checked", run.project.id, {
          callback_url: check.callback_url,
          material_id: check.material_id,
          verdict: check.verdict,
        });
        tell({ event: "done", check });
        return check;
      } finally {
        underWay.delete(run.project.id);
      }
    },
    callbackUrlOf(projectId, materialId) {
      const run = underWay.get(projectId);
      return run?.materialId === materialId ? run.callbackUrl.href : null;
    },
  };
}

async function runSteps(
  { runtime, calls, offerArticle, checkFonts }: Parts,
  run: CheckRun,
  withFonts: boolean,
  tell: (line: ReceiverCheckLine) => void,
): Promise<ReceiverCheckStep[]> {
  const names: CheckStepName[] = [...ARTICLE_STEPS, ...(withFonts ? (["fonts"] as const) : [])];
  const steps: ReceiverCheckStep[] = [];
  const numberOf = (step: CheckStepName) => names.indexOf(step) + 1;
  const begin = (step: CheckStepName) =>
    tell({ event: "started", number: numberOf(step), step, title: TITLES[step], of: names.length });
  const end = (step: ReceiverCheckStep) => {
    steps.push(step);
    tell({ event: "step", step });
  };
  const skipRest = (why: string) => {
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
  if (!open) return skipRest("No callback can be sent before the steps above pass.");

  const small = await smallArticle(colour());
  const { accepted, usable } = await offering(small, async (offered) => {
    begin("article_saved");
    const first = await judgeArticle(run, calls, small, await offered.send(), null);
    end(stepOf(3, "article_saved", first.findings, first.record));
    begin("repeated");
    if (!first.usable) {
      end(stepOf(4, "repeated", [skipped("Step 3 has to pass first.")], NOTHING_SENT));
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
  if (!usable) return skipRest("Step 3 has to pass first.");

  begin("odd_file_name");
  await sendArticle("odd_file_name", await oddlyNamedArticle(colour()));
  begin("large_archive");
  await sendArticle("large_archive", await largeArticle());
  if (withFonts) {
    begin("fonts");
    const { findings, record } = await checkFonts(run);
    end(stepOf(numberOf("fonts"), "fonts", findings, record));
  }
  return steps;
}
