/**
 * Requests an embed's title and still from its provider, without data about the author. The still becomes a file of the
 * article, so that neither editor nor published page requests it. Without a response the embed has only its URL.
 */

import { embedOf } from "../article/embeds/embed.ts";
import type { Session } from "../articles/sessions/session-store.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { withTimeout } from "../core/runtime.ts";
import { readBeginning } from "../outbound/content-coding.ts";
import type { Services } from "../services.ts";
import type { Asset } from "./asset-store.ts";
import { AssetNotFetched, type FetchBudget, type FetchedAsset, fetchAsset } from "./fetch-asset.ts";
import type { Uploads } from "./uploads.ts";

/** For the response and the still together. */
const TIME_LIMIT_MS = 8_000;
/** Bytes of the response, and of the still. */
const MAX_RESPONSE = 256 * 1024;
const MAX_STILL = 8 * 1024 * 1024;

interface EmbedFound {
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
  /** Returns nothing for a URL without such a provider. @throws AppError too_many_requests */
  return async (session: Session, address: string, signal: AbortSignal): Promise<EmbedFound> => {
    // The list of providers is fixed: own hosts of a project are not requested.
    const embed = embedOf(address, []);
    const question = embed === null ? null : questionFor(embed.provider, embed.address);
    if (embed === null || question === null) return { title: "", poster: null };
    const { ca_certificate } = projects.byId(session.projectId).settings;
    const found: EmbedFound = { title: "", poster: null };
    const load = async (deadline: AbortSignal) => {
      const get = (url: URL, limitBytes: number, only: (url: URL) => boolean) =>
        fetchAsset(
          {
            url: url.href,
            limitBytes,
            allowedHosts: [],
            anyPublicHost: true,
            only,
            ca: ca_certificate,
            signal: deadline,
          },
          outgoing,
        );
      const isEndpoint = (url: URL) => isSecure(url) && url.hostname === question.url.hostname;
      const { title, picture } = readResponse(await jsonOf(await get(question.url, MAX_RESPONSE, isEndpoint)));
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
    const late = () => new AssetNotFetched(sentence("media.timeout", { host: question.url.host }));
    try {
      await budget(session.id, () => withTimeout(runtime.clock, TIME_LIMIT_MS, signal, load, late));
    } catch (error) {
      if (error instanceof AppError && error.code === "too_many_requests") throw error;
      if (!(error instanceof AssetNotFetched || error instanceof AppError || signal.aborted))
        runtime.log.warn(`Could not read the response of ${embed.name} about an embed: ${(error as Error).message}`);
    }
    return found;
  };
}

/** @throws SyntaxError, also above the size limit */
async function jsonOf({ content }: FetchedAsset): Promise<unknown> {
  try {
    return JSON.parse((await readBeginning(content, MAX_RESPONSE)).toString("utf8"));
  } finally {
    content.destroy();
  }
}

interface Endpoint {
  /** Relative URLs belong to the embed's own host. */
  url: string;
  /** Domains of its stills. Empty: the picture is a portrait or a cover that the player shows itself. */
  pictures: readonly string[];
}

/** By `id` in article/embeds/embed.ts. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  youtube: { url: "https://www.youtube.com/oembed", pictures: ["ytimg.com"] },
  vimeo: { url: "https://vimeo.com/api/oembed.json", pictures: ["vimeocdn.com"] },
  rutube: { url: "https://rutube.ru/api/oembed/", pictures: ["rutube.ru", "rtbcdn.ru"] },
  dailymotion: { url: "https://www.dailymotion.com/services/oembed", pictures: ["dmcdn.net"] },
  ted: { url: "https://www.ted.com/services/v1/oembed.json", pictures: ["ted.com", "tedcdn.com"] },
  tiktok: {
    url: "https://www.tiktok.com/oembed",
    pictures: ["tiktokcdn.com", "tiktokcdn-us.com", "tiktokcdn-eu.com"],
  },
  datawrapper: { url: "https://api.datawrapper.de/v3/oembed", pictures: ["dwcdn.net", "datawrapper.de"] },
  flourish: { url: "https://app.flourish.studio/api/v1/oembed", pictures: ["flourish.studio"] },
  soundcloud: { url: "https://soundcloud.com/oembed", pictures: [] },
  spotify: { url: "https://open.spotify.com/oembed", pictures: [] },
  bluesky: { url: "https://embed.bsky.app/oembed", pictures: [] },
  mastodon: { url: "/api/oembed", pictures: [] },
  reddit: { url: "https://www.reddit.com/oembed", pictures: [] },
  x: { url: "https://publish.twitter.com/oembed", pictures: [] },
};

/** Characters. */
const MAX_TITLE = 300;
/** Pixels; some providers choose the size of their still by it. */
const MAX_WIDTH = "1280";

interface Question {
  url: URL;
  isPicture(url: URL): boolean;
}

/** Null for a provider without an endpoint. */
function questionFor(provider: string, address: string): Question | null {
  const endpoint = Object.hasOwn(ENDPOINTS, provider) ? ENDPOINTS[provider] : undefined;
  if (endpoint === undefined) return null;
  const url = new URL(endpoint.url, address);
  url.search = new URLSearchParams({ format: "json", maxwidth: MAX_WIDTH, url: address }).toString();
  return { url, isPicture: (picture) => isSecure(picture) && isUnder(picture, endpoint.pictures) };
}

/** https on the default port. */
function isSecure({ protocol, port }: URL): boolean {
  return protocol === "https:" && port === "";
}

function isUnder({ hostname }: URL, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** The title, else the author of a post, and the URL of the still. */
function readResponse(json: unknown): { title: string; picture: URL | null } {
  const { title, author_name, thumbnail_url } = (typeof json === "object" && json !== null ? json : {}) as Record<
    string,
    unknown
  >;
  const [words = ""] = [title, author_name].filter((each): each is string => typeof each === "string" && each !== "");
  return {
    title: words.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE).toWellFormed(),
    picture: typeof thumbnail_url === "string" ? URL.parse(thumbnail_url) : null,
  };
}
