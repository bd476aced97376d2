/**
 * Requests an embed's title and still from its provider, without data about the author. The still becomes a file of the
 * article, so that neither editor nor published page requests it. Without a response the embed has only its URL.
 */

import { embedOf } from "../article/embeds/embed.ts";
import type { Session } from "../articles/sessions/session-store.ts";
import { AppError } from "../core/errors.ts";
import { within } from "../core/runtime.ts";
import { readBeginning } from "../outbound/content-coding.ts";
import type { Services } from "../services.ts";
import type { Asset } from "./asset-store.ts";
import { AssetNotFetched, type FetchedAsset, fetchAsset } from "./fetch-asset.ts";
import type { FetchBudget } from "./fetch-budget.ts";
import { isSecure, questionFor, readAnswer } from "./oembed.ts";
import type { Uploads } from "./uploads.ts";

/** For the response and the still together. */
const TIME_LIMIT_MS = 8_000;
/** Bytes of the response, and of the still. */
const MAX_ANSWER = 256 * 1024;
const MAX_STILL = 8 * 1024 * 1024;

/** The response was late or too large. Never shown. */
class Unanswered extends Error {}

export interface EmbedFound {
  /** "" if the provider has none. */
  title: string;
  poster: Asset | null;
}

export function createEmbedFacts({
  runtime,
  projects,
  uploads,
  budget,
  outgoing,
}: Pick<Services, "runtime" | "projects" | "outgoing"> & {
  uploads: Uploads;
  budget: FetchBudget;
}) {
  return {
    /** Returns nothing for a URL without such a provider. @throws AppError too_many_requests */
    async of(session: Session, address: string, signal: AbortSignal): Promise<EmbedFound> {
      // The list of providers is fixed: own hosts of a project are not requested.
      const embed = embedOf(address, []);
      const question = embed === null ? null : questionFor(embed.provider, embed.address);
      if (embed === null || question === null) return { title: "", poster: null };
      const { ca_certificate } = projects.byId(session.projectId).settings;
      const found: EmbedFound = { title: "", poster: null };
      const bring = async (untilThen: AbortSignal) => {
        const get = (url: URL, limitBytes: number, only: (url: URL) => boolean) =>
          fetchAsset(
            {
              url: url.href,
              authorization: null,
              limitBytes,
              allowedHosts: [],
              anyPublicHost: true,
              only,
              ca: ca_certificate,
              signal: untilThen,
            },
            outgoing,
          );
        const isAsked = (url: URL) => isSecure(url) && url.hostname === question.url.hostname;
        const { title, picture } = readAnswer(await jsonOf(await get(question.url, MAX_ANSWER, isAsked)));
        found.title = title;
        if (picture === null || !question.isPicture(picture)) return;
        const still = await get(picture, MAX_STILL, question.isPicture);
        try {
          const limits = { onlyPictures: true, maxBytes: MAX_STILL };
          found.poster = await uploads.receive(session.id, embed.provider, still.content, limits);
        } finally {
          still.content.destroy();
        }
      };
      const late = () => new Unanswered();
      try {
        await budget.within(session.id, () => within(runtime.clock, TIME_LIMIT_MS, signal, bring, late));
      } catch (error) {
        if (error instanceof AppError && error.code === "too_many_requests") throw error;
        const isExpected = [Unanswered, AssetNotFetched, AppError].some((kind) => error instanceof kind);
        if (!isExpected && !signal.aborted)
          runtime.log.warn(`The answer of ${embed.name} about an embed could not be read: ${(error as Error).message}`);
      }
      return found;
    },
  };
}

/** @throws Unanswered above the size limit; SyntaxError */
async function jsonOf({ content }: FetchedAsset): Promise<unknown> {
  try {
    const body = await readBeginning(content, MAX_ANSWER);
    if (body.length > MAX_ANSWER) throw new Unanswered();
    return JSON.parse(body.toString("utf8"));
  } finally {
    content.destroy();
  }
}
