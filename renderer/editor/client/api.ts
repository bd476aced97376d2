/** The requests of the editor tab. They fail with one of four errors and update the connection. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type {
  CommentAnchors,
  CommentChange,
  CommentPage,
  CommentThread,
  NewComment,
  NewReply,
} from "../../../server/contracts/comments-api.ts";
import type {
  DraftBody,
  EditorLogin,
  EditorSession,
  People,
  PresenceBody,
  RetriedDelivery,
  SaveBody,
  SaveConflict,
  SavedVersion,
  SiteCopy,
  StoredDraft,
  VersionView,
} from "../../../server/contracts/editor-api.ts";
import type {
  CopiedMedia,
  CopyBody,
  EmbedFacts,
  FetchBody,
  UploadedMedia,
} from "../../../server/contracts/media-api.ts";
import type {
  InsertedSnippet,
  NewSnippet,
  SnippetChange,
  SnippetPage,
  SnippetView,
} from "../../../server/contracts/snippets-api.ts";

import { ApiError, createApiClient, isAbort } from "../../shared/api-client.ts";
import { messages } from "../messages/index.ts";
import type { Connection } from "./connection.ts";

/** No response: Galley is off, closing, or the network is. The same request may be repeated. */
export class Unreachable extends Error {}

/** 401: the login has expired. */
export class LoginEnded extends Error {}

/** 409 of a save: another version was saved in between. */
export class Conflicting extends Error {
  readonly conflict: SaveConflict;
  constructor(conflict: SaveConflict) {
    super(conflict.detail);
    this.conflict = conflict;
  }
}

/** Galley refused the request; `message` is its sentence. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

export type EditorApi = ReturnType<typeof createApi>;

export interface SendFileOptions {
  signal: AbortSignal;
  /** @param fraction sent so far, 0 to 1 */
  onProgress: (fraction: number) => void;
  /** File name of the picture that this one is a narrower copy of. */
  smallerOf?: string;
}

/** Statuses of a proxy, or of a closing Galley: nothing was decided. */
const NOT_NOW = new Set([502, 503, 504]);

export function createApi(base: string, connection: Connection) {
  const client = createApiClient(base);

  async function watch<T>(request: Promise<T>): Promise<T> {
    try {
      const response = await request;
      connection.up();
      return response;
    } catch (error) {
      if (isAbort(error)) throw error;
      const failure = failureOf(error);
      if (failure instanceof Unreachable) connection.down();
      else if (failure instanceof LoginEnded) connection.loginEnded();
      else connection.up();
      throw failure;
    }
  }

  const { get, post, put, patch, delete: remove, url } = client;
  const file = encodeURIComponent;
  return {
    /** @param token from the URL; null renews the login by its cookie */
    login: (token: string | null) => watch(post<EditorLogin>("/login", token === null ? undefined : { token })),
    open: () => watch(get<EditorSession>("")),
    /** @param leaving the tab is closing: the request outlives it where its size allows */
    putDraft: (body: DraftBody, leaving = false) => watch(put<void>("/draft", body, { keepalive: leaving })),
    removeDraft: (clientId: string) => watch(remove<void>(`/draft/${clientId}`)),
    /** A draft with its content. @throws Refused where there is none */
    draft: (clientId: string) => watch(get<StoredDraft>(`/draft/${clientId}`)),
    save: (body: SaveBody) => watch(post<SavedVersion>("/versions", body)),
    /** A page of versions, newest first. @param cursor null for the first page */
    versions: (cursor: string | null) => watch(get<Page<VersionView>>("/versions", { query: { cursor } })),
    version: (number: number) => watch(get<{ number: number; vms_json: VmsJson }>(`/versions/${number}`)),
    siteCopy: () => watch(get<SiteCopy>("/site-copy")),
    retry: (number: number) => watch(post<RetriedDelivery>(`/versions/${number}/retry`)),
    /** Reports that this tab is open, and what it wants. @see PresenceBody */
    putPresence: (clientId: string, body: PresenceBody) => watch(put<People>(`/presence/${clientId}`, body)),
    /** Reports that this tab is closing, and does not wait for the response. */
    removePresence: (clientId: string) =>
      void remove(`/presence/${clientId}`, { keepalive: true }).catch(() => undefined),
    /** Saves an old version as a new one. */
    restore: (number: number, body: Omit<SaveBody, "vms_json">) =>
      watch(post<SavedVersion>(`/versions/${number}/restore`, body)),
    /** @throws the signal's AbortError where it was cancelled */
    upload: (bytes: File, { smallerOf, ...options }: SendFileOptions) =>
      watch(
        client.upload<UploadedMedia>("/media", bytes, {
          ...options,
          query: { name: bytes.name, smaller_of: smallerOf },
        }),
      ),
    /** Fetches a picture of another site into the article. @throws Refused with the reason */
    fetchPicture: (source: string) => watch(post<UploadedMedia>("/media/fetch", { url: source } satisfies FetchBody)),
    embedFacts: (source: string) => watch(post<EmbedFacts>("/media/embed", { url: source } satisfies FetchBody)),
    /** Copies files from the article that a clip is of. @throws Refused where that is not allowed */
    copyMedia: (clip: string, files: string[]) =>
      watch(post<CopiedMedia>("/media/copy", { clip, files } satisfies CopyBody)),
    comments: (cursor: string | null) => watch(get<CommentPage>("/comments", { query: { cursor } })),
    beginComment: (body: NewComment) => watch(post<CommentThread>("/comments", body)),
    replyToComment: (threadId: string, body: NewReply) =>
      watch(post<CommentThread>(`/comments/${threadId}/replies`, body)),
    changeComment: (id: string, body: CommentChange) => watch(patch<CommentThread>(`/comments/${id}`, body)),
    removeComment: (id: string, author: string) => watch(remove<void>(`/comments/${id}`, { query: { author } })),
    placeComments: (body: CommentAnchors) => watch(put<void>("/comment-anchors", body)),
    snippets: (cursor: string | null) => watch(get<SnippetPage>("/snippets", { query: { cursor } })),
    saveSnippet: (body: NewSnippet) => watch(post<SnippetView>("/snippets", body)),
    changeSnippet: (id: string, body: SnippetChange) => watch(patch<SnippetView>(`/snippets/${id}`, body)),
    removeSnippet: (id: string) => watch(remove<void>(`/snippets/${id}`)),
    /** Copies a snippet's files into the article. */
    insertSnippet: (id: string) => watch(post<InsertedSnippet>(`/snippets/${id}/insert`)),
    snippetFileUrl: (id: string, fileName: string) => url(`/snippets/${id}/files/${file(fileName)}`),
    mediaUrl: (fileName: string) => url(`/media/${file(fileName)}`),
    archiveUrl: (number: number) => url(`/versions/${number}/archive`),
    /** @param clientId this tab, present as long as its stream is open @param after `event_id` of the shown session */
    eventsUrl: (clientId: string, after: string) => url("/events", { client_id: clientId, after }),
    fontsUrl: () => url("/fonts/vms_fonts.css"),
  };
}

interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
}

function failureOf(error: unknown): Unreachable | LoginEnded | Conflicting | Refused {
  if (!(error instanceof ApiError) || NOT_NOW.has(error.status)) return new Unreachable(messages.offline);
  if (error.status === 401) return new LoginEnded(messages.loginEnded);
  if (error.status === 409 && isSaveConflict(error.body)) return new Conflicting(error.body);
  return new Refused(error.status, error.detail);
}

function isSaveConflict(body: unknown): body is SaveConflict {
  const candidate = body as Partial<SaveConflict> | null;
  return typeof candidate?.current_version === "number" && typeof candidate.current === "object";
}
