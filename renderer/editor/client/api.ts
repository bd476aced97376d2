/** The requests of the editor tab. Each updates the connection and fails with one of the errors below. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type * as collaboration from "../../../server/contracts/collaboration-api.ts";
import type * as comments from "../../../server/contracts/comments-api.ts";
import type * as editor from "../../../server/contracts/editor-api.ts";
import type * as bodies from "../../../server/contracts/editor-bodies.ts";
import type * as media from "../../../server/contracts/media-api.ts";
import type { SentenceCode } from "../../../server/contracts/sentences/index.ts";
import type * as snippets from "../../../server/contracts/snippets-api.ts";

import { ApiError, createApiClient, isAbort } from "../../shared/api-client.ts";
import { messages } from "../messages/index.ts";
import type { Connection, Schedule } from "./connection.ts";

/** No response: Galley is stopped or closing, or the network is down. The same request can be repeated. */
export class Unreachable extends Error {}

/** Another machine took over, so this one accepts no changes. The same URL may later reach the other machine. */
export class Fenced extends Unreachable {}

export class LoginEnded extends Error {}

/** A save failed with 409, because another version was saved in between. */
export class SaveConflictError extends Error {
  readonly conflict: editor.SaveConflict;
  constructor(conflict: editor.SaveConflict) {
    super(conflict.detail);
    this.conflict = conflict;
  }
}

/** Galley rejected the request; `message` is its sentence. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Whether the request had no outcome, so that it can be repeated. */
export const isUndecided = (error: unknown): boolean => error instanceof Unreachable || error instanceof LoginEnded;

/** Repeats a request until it has an outcome. @throws SaveConflictError or Refused */
export async function untilDecided<T>({ nextTry }: Pick<Connection, "nextTry">, request: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await request();
    } catch (error) {
      if (!isUndecided(error)) throw error;
      await nextTry();
    }
}

export type EditorApi = ReturnType<typeof createApi>;

export interface SendFileOptions {
  signal: AbortSignal;
  /** @param fraction sent so far, 0 to 1 */
  onProgress: (fraction: number) => void;
  /** File name of the wider picture of which this is a copy. */
  smallerOf?: string;
}

/** Statuses of a proxy or of a closing Galley. */
const NOT_NOW = new Set([502, 503, 504]);

export function createApi(base: string, connection: Connection) {
  const client = createApiClient(base);

  async function watch<T>(request: Promise<T>, responded = connection.up): Promise<T> {
    try {
      const response = await request;
      responded();
      return response;
    } catch (error) {
      if (isAbort(error)) throw error;
      const failure = failureOf(error);
      if (failure instanceof Fenced) connection.fenced(failure.message);
      else if (failure instanceof Unreachable) connection.down();
      else if (failure instanceof LoginEnded) connection.loginEnded();
      else responded();
      throw failure;
    }
  }
  /** A fenced Galley still serves reads, so these do not end that state. */
  const read = <T>(...request: Parameters<typeof client.get>): Promise<T> =>
    watch(client.get<T>(...request), () => connection.state.get() !== "fenced" && connection.up());

  const post = <T>(...request: Parameters<typeof client.post>) => watch(client.post<T>(...request));
  const put = <T>(...request: Parameters<typeof client.put>) => watch(client.put<T>(...request));
  const patch = <T>(...request: Parameters<typeof client.patch>) => watch(client.patch<T>(...request));
  const remove = <T>(...request: Parameters<typeof client.delete>) => watch(client.delete<T>(...request));
  const { url } = client;
  const file = encodeURIComponent;
  return {
    /** @param token from the URL; null renews the login by its cookie */
    login: (token: string | null) => post<editor.EditorLogin>("/login", token === null ? undefined : { token }),
    open: () => read<editor.EditorSession>(""),
    /** @param leaving the tab is closing; the request outlives it if its size allows */
    putDraft: (body: bodies.DraftBody, leaving = false) => put<void>("/draft", body, { keepalive: leaving }),
    removeDraft: (clientId: string) => remove<void>(`/draft/${clientId}`),
    draft: (clientId: string) => read<editor.StoredDraft>(`/draft/${clientId}`),
    save: (body: bodies.SaveBody | bodies.SharedSaveBody) => post<editor.SavedVersion>("/versions", body),
    /** Resolves to undefined if this tab is the only one. */
    joinRoom: (body: bodies.JoinBody) => post<collaboration.RoomView | undefined>("/room", body),
    replaceRoom: (body: bodies.ReplaceBody) => put<collaboration.RoomView>("/room", body),
    pushSteps: (body: bodies.StepsBody) => post<collaboration.StepsView>("/steps", body),
    stepsAfter: (epoch: string, after: number) =>
      read<collaboration.StepsView>("/steps", { query: { epoch, after: String(after) } }),
    moveCaret: (clientId: string, body: bodies.CaretBody) => put<void>(`/caret/${clientId}`, body),
    /** A page of versions, newest first. @param cursor null for the first page */
    versions: (cursor: string | null) => read<Page<editor.VersionView>>("/versions", { query: { cursor } }),
    version: (number: number) => read<{ number: number; vms_json: VmsJson }>(`/versions/${number}`),
    siteCopy: () => read<editor.SiteCopy>("/site-copy"),
    retry: (number: number) => post<editor.RetriedDelivery>(`/versions/${number}/retry`),
    /** Reports that this tab is open, and its author and mode. */
    putPresence: (clientId: string, body: bodies.PresenceBody) => put<editor.People>(`/presence/${clientId}`, body),
    removePresence: (clientId: string) =>
      void client.delete(`/presence/${clientId}`, { keepalive: true }).catch(() => undefined),
    restore: (number: number, body: bodies.RestoreBody) =>
      post<editor.SavedVersion>(`/versions/${number}/restore`, body),
    /** @throws the signal's AbortError if cancelled */
    upload: (bytes: File, { smallerOf, ...options }: SendFileOptions) =>
      watch(
        client.upload<media.UploadedMedia>("/media", bytes, {
          ...options,
          query: { name: bytes.name, smaller_of: smallerOf },
        }),
      ),
    fetchPicture: (source: string) =>
      post<media.UploadedMedia>("/media/fetch", { url: source } satisfies bodies.FetchBody),
    embedFacts: (source: string) => post<media.EmbedFacts>("/media/embed", { url: source } satisfies bodies.FetchBody),
    /** Copies files from the clip's article. @throws Refused if the clip does not allow it */
    copyMedia: (clip: string, files: string[]) =>
      post<media.CopiedMedia>("/media/copy", { clip, files } satisfies bodies.CopyBody),
    comments: (cursor: string | null) => read<comments.CommentPage>("/comments", { query: { cursor } }),
    beginComment: (body: bodies.NewComment) => post<comments.CommentThread>("/comments", body),
    replyToComment: (threadId: string, body: bodies.NewReply) =>
      post<comments.CommentThread>(`/comments/${threadId}/replies`, body),
    changeComment: (id: string, body: bodies.CommentChange) => patch<comments.CommentThread>(`/comments/${id}`, body),
    removeComment: (id: string, author: string) => remove<void>(`/comments/${id}`, { query: { author } }),
    placeComments: (body: bodies.CommentAnchors) => put<void>("/comment-anchors", body),
    snippets: (cursor: string | null) => read<snippets.SnippetPage>("/snippets", { query: { cursor } }),
    saveSnippet: (body: snippets.NewSnippet) => post<snippets.SnippetView>("/snippets", body),
    changeSnippet: (id: string, body: snippets.SnippetChange) => patch<snippets.SnippetView>(`/snippets/${id}`, body),
    removeSnippet: (id: string) => remove<void>(`/snippets/${id}`),
    /** Copies a snippet's files into the article. */
    insertSnippet: (id: string) => post<snippets.InsertedSnippet>(`/snippets/${id}/insert`),
    snippetFileUrl: (id: string, fileName: string) => url(`/snippets/${id}/files/${file(fileName)}`),
    mediaUrl: (fileName: string) => url(`/media/${file(fileName)}`),
    archiveUrl: (number: number) => url(`/versions/${number}/archive`),
    /** @param clientId this tab, which is present while its stream is open @param after `event_id` of the session */
    eventsUrl: (clientId: string, after: string) => url("/events", { client_id: clientId, after }),
    fontsUrl: () => url("/fonts/vms_fonts.css"),
  };
}

interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
}

function failureOf(error: unknown): Unreachable | LoginEnded | SaveConflictError | Refused {
  if (error instanceof ApiError && codeOf(error.body) === FENCED) return new Fenced(error.detail);
  if (!(error instanceof ApiError) || NOT_NOW.has(error.status)) return new Unreachable(messages.offline);
  if (error.status === 401) return new LoginEnded(messages.loginEnded);
  if (error.status === 409 && isSaveConflict(error.body)) return new SaveConflictError(error.body);
  return new Refused(error.status, error.detail);
}

const FENCED: SentenceCode = "replica.fenced";
const codeOf = (body: unknown) => (body as { code?: unknown } | null)?.code;

function isSaveConflict(body: unknown): body is editor.SaveConflict {
  const candidate = body as Partial<editor.SaveConflict> | null;
  return typeof candidate?.current_version === "number" && typeof candidate.current === "object";
}

/** The minimum applies to a resumed tab; setTimeout allows at most 2^31 ms. */
const MIN_RENEW_MS = 30_000;
const MAX_RENEW_MS = 6 * 60 * 60 * 1_000;

/** Renews the login at half of its lifetime, and continues one that another tab renewed. @param expiresAt ISO 8601 */
export function keepLoggedIn(
  expiresAt: string,
  { api, connection, schedule }: { api: Pick<EditorApi, "login">; connection: Connection; schedule: Schedule },
  renewed: (login: editor.EditorLogin) => void,
  now: () => number = Date.now,
): void {
  let recovering = false;

  function renewLater(until: string): void {
    const half = (Date.parse(until) - now()) / 2;
    schedule(Math.min(Math.max(half, MIN_RENEW_MS), MAX_RENEW_MS), () => void renew());
  }

  async function renew(): Promise<void> {
    const login = await untilDecided(connection, () => api.login(null)).catch(() => null);
    if (login !== null) renewed(login);
    renewLater(login?.login_expires_at ?? new Date(now()).toISOString());
  }

  async function recover(): Promise<void> {
    if (recovering) return;
    recovering = true;
    while (connection.state.get() === "login_ended") {
      await connection.nextTry();
      if (connection.state.get() === "login_ended") await api.login(null).catch(() => {});
    }
    recovering = false;
  }

  connection.state.subscribe(() => void (connection.state.get() === "login_ended" && recover()));
  renewLater(expiresAt);
}
