/**
 * Typed JSON over fetch, and typed server-sent events, same origin. Requests throw ApiError for an error response,
 * NetworkError without a response, AbortError for an abort.
 */
import { localized, sharedWords } from "./language.ts";

/** A response that is not 2xx. `detail` is one sentence for people, in the language of the page. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  /** The parsed JSON of the response, such as a SaveConflict; null if it is not JSON. */
  readonly body: unknown;
  constructor(status: number, detail: string, body: unknown) {
    super(detail);
    this.name = "ApiError";
    this.status = status;
    this.detail = detail;
    this.body = body;
  }
}

/** No response: Galley or the network is down. The request may have succeeded. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(sharedWords.noResponse, { cause });
    this.name = "NetworkError";
  }
}

/** A list becomes one parameter for each value. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

interface RequestOptions {
  /** Null, undefined and "" are left out. */
  query?: Query;
  signal?: AbortSignal;
  /** Lets the request outlive the page (a draft sent while the tab closes); bodies up to 64 KB. */
  keepalive?: boolean;
}

export interface UploadOptions extends RequestOptions {
  onProgress?: (fraction: number) => void;
  headers?: Record<string, string>;
}

interface LinesOptions<T> {
  signal: AbortSignal;
  onLine: (line: T) => void;
  isLast: (line: T) => boolean;
}

/** @param base such as `/api` @param onUnauthenticated called at every 401 @param keyOf the login key that is sent with the cookie */
export function createApiClient(
  base: string,
  onUnauthenticated: () => void = () => undefined,
  keyOf: () => string | null = () => null,
) {
  const address = (path: string, query: Query = {}) => `${base}${path}${encodeQuery(query)}`;
  const withKey = (headers: Record<string, string>) => {
    const key = keyOf();
    return key === null ? headers : { ...headers, "x-galley-key": key };
  };

  const requestOf = (method: string, body: unknown, accept: string, options: RequestOptions): RequestInit => ({
    method,
    headers: withKey({ accept, ...(body === undefined ? {} : { "content-type": "application/json" }) }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  });

  async function send<T>(method: string, path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
    const init = requestOf(method, body, "application/json", options);
    const [status, text] = await fetch(address(path, options.query), init)
      .then(async (response) => [response.status, await response.text()] as const)
      .catch(failWithoutResponse);
    if (status === 401) onUnauthenticated();
    return readResponse<T>(status, text);
  }

  /** POSTs JSON and passes each line of the response to `onLine`. @throws NetworkError also if the stream ends early */
  async function lines<T>(path: string, body: unknown, { signal, onLine, isLast }: LinesOptions<T>): Promise<void> {
    const init = requestOf("POST", body, "application/x-ndjson", { signal });
    const response = await fetch(address(path), init).catch(failWithoutResponse);
    if (response.status === 401) onUnauthenticated();
    if (!response.ok) readResponse(response.status, await response.text().catch(() => ""));
    let isWhole = false;
    try {
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
        const texts = (rest + part.value).split("\n");
        rest = texts.pop() ?? "";
        for (const text of texts) {
          const line = JSON.parse(text) as T;
          isWhole ||= isLast(line);
          onLine(line);
        }
      }
    } catch (error) {
      failWithoutResponse(error);
    }
    if (!isWhole) throw new NetworkError(new Error("The stream ended early."));
  }

  function upload<T>(path: string, bytes: Blob, options: UploadOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", address(path, options.query));
      request.setRequestHeader("accept", "application/json");
      request.setRequestHeader("content-type", bytes.type || "application/octet-stream");
      for (const [name, value] of Object.entries(withKey(options.headers ?? {}))) request.setRequestHeader(name, value);
      request.upload.onprogress = (event) => options.onProgress?.(event.total > 0 ? event.loaded / event.total : 0);
      request.onerror = () => reject(new NetworkError(new Error("upload failed")));
      request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
      request.onload = () => {
        if (request.status === 401) onUnauthenticated();
        try {
          resolve(readResponse<T>(request.status, request.responseText));
        } catch (error) {
          reject(error);
        }
      };
      if (options.signal?.aborted) return request.abort();
      options.signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(bytes);
    });
  }

  const sends =
    (method: string) =>
    <T>(path: string, body?: unknown, options?: RequestOptions) =>
      send<T>(method, path, body, options);
  return {
    get: <T>(path: string, options?: RequestOptions) => send<T>("GET", path, undefined, options),
    /** `body` undefined sends no body. A 204 returns undefined. */
    post: sends("POST"),
    put: sends("PUT"),
    patch: sends("PATCH"),
    delete: <T>(path: string, options?: RequestOptions) => send<T>("DELETE", path, undefined, options),
    upload,
    lines,
    /** URL of `path`. A link, an image or an event stream carries no headers. */
    url: (path: string, query?: Query) => address(path, { ...query, key: keyOf() }),
  };
}

/** True for the error of a request that its caller cancelled. It is not shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** The sentence that a page shows for an error of a request. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

function failWithoutResponse(error: unknown): never {
  throw isAbort(error) ? error : new NetworkError(error);
}

function readResponse<T>(status: number, text: string): T {
  const body = parseJson(text);
  if (status < 200 || status > 299) throw new ApiError(status, detailOf(status, body), body);
  return body as T;
}

function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `detail` is a sentence, or for a 422 a list of faults with `loc` and `msg`. */
function detailOf(status: number, body: unknown): string {
  if (body !== null && typeof body === "object" && "detail" in body) {
    const { detail } = body;
    if (typeof detail === "string") return localized(detail, body);
    if (Array.isArray(detail)) return detail.map(faultSentence).join(". ").replaceAll(".. ", ". ");
  }
  return sharedWords.proxyError(status);
}

function faultSentence(fault: unknown): string {
  if (fault === null || typeof fault !== "object" || !("msg" in fault)) return String(fault);
  const loc = "loc" in fault && Array.isArray(fault.loc) ? fault.loc.slice(1).join(".") : "";
  const words = localized(String(fault.msg).replace(/^Value error, /, ""), fault);
  // A whole sentence already names its field in words.
  return loc === "" || words.endsWith(".") ? words : `${loc}: ${words}`;
}

/** "?name=value" for the values that are not empty, or "". */
export function encodeQuery(query: Query): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined && one !== "") pairs.append(name, String(one));
  const text = pairs.toString();
  return text === "" ? "" : `?${text}`;
}

/** open: events arrive. lost: disconnected, and a retry is running or scheduled. */
export type StreamState = "connecting" | "open" | "lost";

interface StreamHandlers<Events extends object> {
  events: { [Kind in keyof Events]?: (data: Events[Kind]) => void };
  /** `resumed`: events may have been missed, so fetch the shown data again. */
  onState?: (state: StreamState, resumed: boolean) => void;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Listens to server-sent events until the returned function is called. Unlike the browser's EventSource, retries after an
 * HTTP error, such as 502 during a restart. @param url of a stream whose `event:` is a key of Events
 */
export function listen<Events extends object>(url: string, handlers: StreamHandlers<Events>): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let wasOpen = false;

  function connect() {
    const current = new EventSource(url);
    source = current;
    current.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      handlers.onState?.("open", wasOpen);
      wasOpen = true;
    };
    current.onerror = () => {
      handlers.onState?.("lost", false);
      if (current.readyState !== EventSource.CLOSED) return;
      // Jitter: not all tabs reconnect at the same moment after a restart.
      timer = setTimeout(connect, retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    };
    current.addEventListener("reset", () => handlers.onState?.("open", true));
    for (const kind of Object.keys(handlers.events) as (keyof Events & string)[]) {
      current.addEventListener(kind, (event) => {
        handlers.events[kind]?.(JSON.parse((event as MessageEvent<string>).data) as Events[typeof kind]);
      });
    }
  }

  handlers.onState?.("connecting", false);
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
