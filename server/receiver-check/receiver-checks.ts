/**
 * The receiver check: numbered steps against a site's real receiver, with a reserved material that Galley never stores.
 * It dials, signs and judges like deliveries. finding: one result of a step. offered: an archive that the site can
 * download.
 */

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
import {
  archiveOf,
  articleWithOddNames,
  type CheckArticle,
  type Colour,
  largeArticle,
  smallArticle,
} from "./check-articles.ts";
import { type CheckedCallback, type CheckRun, createCheckArchives, createSiteCalls } from "./check-run.ts";
import { type StepOutcome, skippedStep, stepOf, worstVerdict } from "./findings.ts";
import { checkConnection, checkFonts, judgeArticle, judgeForged } from "./steps.ts";

/** The default material ID. A receiver may recognize it and skip only the publishing. */
export const CHECK_MATERIAL = "galley-check";

interface CheckRequest {
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

/** Sends the callback of an offered article. `secret` forges the signature. */
type Send = (secret?: string) => Promise<CheckedCallback>;

export function createReceiverChecks(
  services: Pick<
    Services,
    "runtime" | "audit" | "projects" | "sessionStore" | "contentUrls" | "snapshots" | "outgoing"
  >,
) {
  const { runtime, audit, projects, sessionStore: sessions, contentUrls, snapshots, outgoing } = services;
  const archives = createCheckArchives(runtime.clock);
  const calls = createSiteCalls(projects, archives, outgoing);
  const runByProject = new Map<string, CheckRun>();
  /** The last `version_cdate`, ms. */
  let lastCreatedAt = 0;

  const offering = async <T>(run: CheckRun, article: CheckArticle, use: (send: Send) => Promise<T>): Promise<T> => {
    const versionId = runtime.random.uuid();
    // Sites order versions by version_cdate, so it must increase.
    const createdAt = Math.max(runtime.clock.now(), lastCreatedAt + 1);
    lastCreatedAt = createdAt;
    const metadata = JsonText.ofMembers([
      ...JsonText.of({ user_email: "galley-check@localhost", user_ip: "127.0.0.1" }).members(),
      ...run.metadata.members(),
    ]).with({ version_id: versionId, version_cdate: isoTime(createdAt) });
    const archive = await archiveOf(article, metadata, new Date(createdAt));
    const { project, materialId, fingerprint } = run;
    const contentUrl = contentUrls.media(fingerprint, versionId);
    return archives.offer({ projectId: project.id, materialId, fingerprint, archiveId: versionId }, archive, () =>
      use((secret) => calls.send(run, versionId, { event: "article_saved", contentUrl, metadata }, secret)),
    );
  };

  const begin = ({ projectId, callbackUrl, materialId, metadata }: CheckRequest, signal: AbortSignal): CheckRun => {
    const project = projects.byId(projectId);
    if (!project.enabled) throw new AppError("conflict", sentence("check.key_disabled"));
    if (runByProject.has(projectId)) throw new AppError("conflict", sentence("check.under_way"));
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
    const end = (name: CheckStepName, outcome: StepOutcome) => {
      const step = stepOf(names.indexOf(name) + 1, name, outcome);
      steps.push(step);
      report({ event: "step", step });
    };
    const begin = (step: CheckStepName) =>
      report({
        event: "started",
        number: names.indexOf(step) + 1,
        step,
        ...withSentence("title", sentence(`check.title_${step}`)),
        of: names.length,
      });
    const step = async <T extends StepOutcome>(name: CheckStepName, work: () => Promise<T>): Promise<T> => {
      begin(name);
      const outcome = await work();
      end(name, outcome);
      return outcome;
    };
    const skipRest = (why: Sentence) => {
      for (const name of names.slice(steps.length)) end(name, skippedStep(why));
      return steps;
    };
    const thirdFirst = sentence("check.step_first", { number: "3" });
    const colour = (): Colour => [0, 1, 2].map(() => Math.floor(runtime.random.fraction() * 256)) as unknown as Colour;

    begin("reachability");
    const { reachability, tls, open } = await checkConnection(run, calls, runtime.clock.now());
    end("reachability", reachability);
    end("tls", tls);
    if (!open) return skipRest(sentence("check.steps_above"));

    const small = await smallArticle(colour());
    const { accepted, usable } = await offering(run, small, async (send) => {
      const first = await step("article_saved", async () => judgeArticle(run, calls, small, await send(), null));
      await step("repeated", async () =>
        first.usable ? judgeArticle(run, calls, small, await send(), first.clientUrls) : skippedStep(thirdFirst),
      );
      return first;
    });
    await step("forged_signature", async () =>
      offering(run, await smallArticle(colour()), async (send) => {
        const sent = await send(runtime.random.token(32));
        return { findings: judgeForged(run, sent, accepted), record: sent.record };
      }),
    );
    if (!usable) return skipRest(thirdFirst);

    for (const [name, make] of [
      ["odd_file_name", () => articleWithOddNames(colour())],
      ["large_archive", largeArticle],
    ] as const)
      await step(name, async () => {
        const article = await make();
        return offering(run, article, async (send) => judgeArticle(run, calls, article, await send(), null));
      });
    if (withFonts)
      await step("fonts", () =>
        checkFonts(run, snapshots.published(run.project.id), runtime.random.uuid(), { archives, contentUrls, calls }),
      );
    return steps;
  };

  return {
    /** The archives that sites can download during a check. */
    archives,
    /** Runs a check and reports each step. @throws AppError not_found, conflict; CheckCancelled when the signal aborts */
    async run(
      request: CheckRequest,
      signal: AbortSignal,
      report: (line: ReceiverCheckLine) => void,
    ): Promise<ReceiverCheck> {
      const run = begin(request, signal);
      runByProject.set(run.project.id, run);
      const startedAt = runtime.clock.now();
      const started = performance.now();
      try {
        const steps = await runSteps(run, request.fonts, report);
        const check: ReceiverCheck = {
          verdict: worstVerdict(steps.map(({ verdict }) => verdict)),
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
        runByProject.delete(run.project.id);
      }
    },
    callbackUrlOf(projectId: string, materialId: string): string | null {
      const run = runByProject.get(projectId);
      return run?.materialId === materialId ? run.callbackUrl.href : null;
    },
  };
}
