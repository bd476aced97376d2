/**
 * Fetches files that an article's authors request, without credentials or referrer: a pasted picture, from public addresses
 * or the project's hosts, and the title and still of an embed, from its provider. The still becomes a file of the article, so
 * that neither editor nor published page requests it. Without a response the embed has only its URL.
 */

import querystring from "node:querystring";
import { embedOf } from "../article/embeds/embed.ts";
import { asMap } from "../article/vms-json.ts";
import type { Session } from "../articles/sessions/session-store.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { withTimeout } from "../core/runtime.ts";
import { readBeginning } from "../outbound/content-coding.ts";
import type { Services } from "../services.ts";
import type { Asset } from "./asset-store.ts";
import { type FetchedAsset, fetchAsset, notFetched, type ReadableHosts } from "./fetch-asset.ts";

/** From the first connection to the last byte of a picture. */
const PICTURE_LIMIT_MS = 60_000;
/** For the response of a provider and the still together. */
const EMBED_LIMIT_MS = 8_000;
/** Bytes of the response, and of the still. */
const MAX_RESPONSE = 256 * 1024;
const MAX_STILL = 8 * 1024 * 1024;
/** Concurrent fetches, per session and in total. */
const MAX_OF_SESSION = 4;
const MAX_IN_TOTAL = 16;
const MAX_IN_WINDOW = 200;
const WINDOW_MS = 10 * 60_000;

interface EmbedFound {
  /** "" if the provider has none. */
  title: string;
  poster: Asset | null;
}

export function createAuthorFetches(
  services: Pick<Services, "runtime" | "settings" | "projects" | "uploads" | "outgoing"> & {
    readableHosts: ReadableHosts;
  },
) {
  const { runtime, settings, projects, uploads, readableHosts, outgoing } = services;
  /** Those in progress, and those of the window. */
  let fetches: { sessionId: string; at: number; isActive: boolean }[] = [];
  const activeIn = (some: typeof fetches) => some.filter(({ isActive }) => isActive).length;
  /** @throws AppError too_many_requests, and errors of `work` */
  const withinBudget = async <T>(sessionId: string, work: () => Promise<T>): Promise<T> => {
    const now = runtime.clock.now();
    fetches = fetches.filter(({ at, isActive }) => isActive || at > now - WINDOW_MS);
    const own = fetches.filter((each) => each.sessionId === sessionId);
    if (own.length >= MAX_IN_WINDOW) throw new AppError("too_many_requests", sentence("media.fetched_many"));
    if (activeIn(fetches) >= MAX_IN_TOTAL || activeIn(own) >= MAX_OF_SESSION)
      throw new AppError("too_many_requests", sentence("media.fetching_many"));
    const fetch = { sessionId, at: now, isActive: true };
    fetches.push(fetch);
    try {
      return await work();
    } finally {
      fetch.isActive = false;
    }
  };

  /** Adds the picture to a session, inspected like an upload. @throws AppError invalid, too_large, conflict, disk_full, too_many_requests */
  const fetchPicture = async (session: Session, address: string, signal: AbortSignal): Promise<Asset> => {
    const host = URL.parse(address)?.host ?? address.slice(0, 100);
    const project = projects.byId(session.projectId);
    const limitBytes = settings.get().media_limit_bytes;
    const receive = async (deadline: AbortSignal): Promise<Asset> => {
      const response = await fetchAsset(
        {
          url: address,
          limitBytes,
          allowedHosts: readableHosts(project),
          anyPublicHost: true,
          asksForLogin: sentence("media.not_public"),
          ca: project.settings.ca_certificate,
          signal: deadline,
        },
        outgoing,
      );
      try {
        if (Number(response.headers["content-length"] ?? 0) > limitBytes)
          throw new AppError("too_large", sentence("media.fetched_too_large", { host, limit: limitBytes }));
        const name = nameOf(address, response.headers["content-type"] ?? "");
        return await uploads.receive(session.id, name, response.content, { onlyPictures: true });
      } finally {
        response.content.destroy();
      }
    };
    const late = () => notFetched(sentence("media.fetched_too_slow", { host }));
    try {
      return await withinBudget(session.id, () => withTimeout(runtime.clock, PICTURE_LIMIT_MS, signal, receive, late));
    } catch (error) {
      if (error instanceof AppError && error.code === "unsupported_media_type")
        throw notFetched(sentence("media.fetched_no_picture", { host }));
      if (error instanceof AppError || signal.aborted) throw error;
      if (isConnectionLost(error)) throw notFetched(sentence("media.connection_lost", { host }));
      throw error;
    }
  };

  /** Returns nothing for a URL without such a provider. @throws AppError too_many_requests */
  const findEmbedFacts = async (session: Session, address: string, signal: AbortSignal): Promise<EmbedFound> => {
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
    const late = () => notFetched(sentence("media.timeout", { host: question.url.host }));
    try {
      await withinBudget(session.id, () => withTimeout(runtime.clock, EMBED_LIMIT_MS, signal, load, late));
    } catch (error) {
      if (error instanceof AppError && error.code === "too_many_requests") throw error;
      if (!(error instanceof AppError || signal.aborted))
        runtime.log.warn(`Could not read the response of ${embed.name} about an embed: ${(error as Error).message}`);
    }
    return found;
  };

  return { fetchPicture, findEmbedFacts };
}

function isConnectionLost(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ETIMEDOUT|HPE_|ERR_SSL)/.test(code);
}

/** The file name in the URL. An SVG needs its extension, because its bytes do not identify it. */
function nameOf(address: string, contentType: string): string {
  const last = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  const name = /^(.{1,200})\.[a-z0-9]{3,5}$/i.exec(querystring.unescape(last));
  if (contentType.startsWith("image/svg+xml")) return `${name?.[1] ?? "picture"}.svg`;
  return name?.[0] ?? "picture";
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
  const { title, author_name, thumbnail_url } = asMap(json) ?? {};
  const [words = ""] = [title, author_name].filter((each): each is string => typeof each === "string" && each !== "");
  return {
    title: words.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE).toWellFormed(),
    picture: typeof thumbnail_url === "string" ? URL.parse(thumbnail_url) : null,
  };
}
