/** Fetches a file from a site's public URL (contract 5.3), with limits on hosts, size, time and redirects. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { joined, type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { addressKind } from "../outbound/address-kind.ts";
import { AddressRefused, type AllowedHost, entryFor, hostName, isRefusedAddress } from "../outbound/allowed-hosts.ts";
import { contentOf } from "../outbound/content-coding.ts";
import { type Outgoing, ProxyRefused, requestSite } from "../outbound/site-request.ts";
import type { Project } from "../projects/projects.ts";
import { readHead } from "./metadata/parts.ts";

/** The caller destroys `content`. */
export interface FetchedAsset {
  headers: IncomingHttpHeaders;
  /** Decoded; fails with `notFetched` for a body that does not match its Content-Encoding. */
  content: Readable;
}

/** @param reason for the journalist */
export const notFetched = (reason: Sentence): AppError => new AppError("invalid", reason);

interface AssetRequest {
  url: string;
  /** Sent to the first origin only. */
  authorization?: string | null;
  /** Maximum bytes that the caller reads. */
  limitBytes: number;
  allowedHosts: readonly AllowedHost[];
  /** Also allows unlisted hosts, at public IP addresses only: for files that an author requests. */
  anyPublicHost?: boolean;
  /** Refuses other URLs, also in redirects. */
  only?: (url: URL) => boolean;
  /** Advice if the host requires a login. */
  asksForLogin?: Sentence;
  /** PEM of additional CAs. */
  ca: string | null;
  signal: AbortSignal;
}

const MAX_REDIRECTS = 3;
const IDLE_TIMEOUT_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const ASKS_FOR_LOGIN = sentence("media.asks_for_login");
/** Bytes searched for the first tag of a web page. */
const HEAD_BYTES = 1024;

/** A login page often comes with status 200 instead of a file. @throws AppError invalid */
export async function refuseWebPage(response: FetchedAsset, file: string, url: string): Promise<void> {
  const head = (await readHead(file, HEAD_BYTES)).toString("utf8");
  const isPage = /^\uFEFF?\s*(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html)\b/i.test(head);
  if (!isPage || response.headers["content-type"]?.startsWith("text/plain")) return;
  const host = URL.parse(url)?.host ?? url.slice(0, 100);
  throw notFetched(joined(sentence("media.web_page", { host }), ASKS_FOR_LOGIN));
}

/** @throws AppError invalid */
export async function fetchAsset(request: AssetRequest, outgoing: Outgoing): Promise<FetchedAsset> {
  let url = URL.parse(request.url);
  let authorization = request.authorization ?? null;
  const asksForLogin = request.asksForLogin ?? ASKS_FOR_LOGIN;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (url === null || !/^https?:$/.test(url.protocol))
      throw notFetched(sentence("media.url_scheme", { url: request.url.slice(0, 300) }));
    const response = await get(url, { ...request, authorization }, outgoing);
    const status = response.statusCode ?? 0;
    if (status === 200)
      return { headers: response.headers, content: contentIn(response, url.host, request.limitBytes) };
    response.destroy();
    if (!REDIRECTS.has(status))
      throw notFetched(
        joined(
          sentence("media.status", { host: url.host, status: String(status) }),
          status === 401 || status === 403 ? asksForLogin : "",
        ),
      );
    const target: URL | null = URL.parse(response.headers.location ?? "", url);
    if (target?.origin !== url.origin) authorization = null;
    url = target;
  }
  throw notFetched(
    sentence("media.redirects", { host: URL.parse(request.url)?.host ?? request.url, max: MAX_REDIRECTS }),
  );
}

/** @throws AppError invalid for an unknown coding */
function contentIn(response: IncomingMessage, host: string, limitBytes: number): Readable {
  const fault = (coding: string, isKnown: boolean) =>
    notFetched(sentence(isKnown ? "media.bad_coding" : "media.unknown_coding", { host, coding }));
  try {
    return contentOf(response, limitBytes, fault);
  } catch (error) {
    response.destroy();
    throw error;
  }
}

function get(url: URL, request: AssetRequest, { userAgent, proxyFor, resolve }: Outgoing): Promise<IncomingMessage> {
  const entry = entryFor(request, url);
  if (entry === null || isRefusedAddress(url, entry) || request.only?.(url) === false)
    throw notFetched(
      sentence(request.anyPublicHost === true ? "media.refused_address" : "media.host_not_allowed", { host: url.host }),
    );
  return new Promise((settle, reject) => {
    const sent = requestSite(
      url,
      {
        headers: { "user-agent": userAgent, ...(request.authorization && { authorization: request.authorization }) },
        signal: request.signal,
        timeout: IDLE_TIMEOUT_MS,
      },
      { entry, resolve, ca: request.ca, proxy: proxyFor(url) },
    );
    sent.end();
    sent.on("timeout", () => sent.destroy(notFetched(sentence("media.timeout", { host: url.host }))));
    sent.on("response", settle);
    sent.on("error", (error) => reject(faultOf(error, url.host)));
  });
}

function faultOf(error: NodeJS.ErrnoException, host: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AddressRefused) return notFetched(sentence("media.refused_address", { host }));
  const reason =
    error instanceof ProxyRefused
      ? sentence("media.proxy_status", { status: String(error.status) })
      : (error.code ?? error.message);
  return notFetched(sentence("media.not_reached", { host, reason }));
}

/**
 * The hosts that files of a project may be fetched from (contract 3.4). A dev project may use loopback without listing it,
 * unless other machines reach Galley: their clients can read fetched files, which would expose local services. Then
 * loopback must be listed.
 */
export type ReadableHosts = ReturnType<typeof createReadableHosts>;

interface OwnHosts {
  publicUrl: () => string;
  /** Host of the public listener: with `0.0.0.0`, other machines reach Galley even if the public URL is loopback. */
  listenHost: string;
  sample: () => { projectId: string | null; url: string | null };
}

export function createReadableHosts({ publicUrl, listenHost, sample }: OwnHosts) {
  return (project: Project): readonly AllowedHost[] => {
    if (isLoopback(hostName(new URL(publicUrl()))) && isLoopback(listenHost)) return project.allowedHosts;
    const { projectId, url } = sample();
    if (project.id !== projectId || url === null) return project.listedHosts;
    const { hostname, port } = new URL(url);
    return [...project.listedHosts, { name: hostname, wildcard: false, port: Number(port) }];
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || addressKind(host) === "loopback";
}
