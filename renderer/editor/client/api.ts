/**
 * The requests of the editor tab (server/contracts/editor-api.ts). What fails, fails as one of four errors, which is what
 * saves, drafts and uploads decide by; each answer also tells the connection where things stand.
 */
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

/** No answer from the appliance: it is off, closing, or the network is. The same request may be sent again. */
export class Unreachable extends Error {}

/** 401: the login has ended. */
export class LoginEnded extends Error {}

/** 409 of a save: somebody else saved in between. */
export class Conflicting extends Error {
  readonly conflict: SaveConflict;
  constructor(conflict: SaveConflict) {
    super(conflict.detail);
    this.conflict = conflict;
  }
}

/** The appliance said no; `message` is its sentence. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

export interface SendFileOptions {
  signal: AbortSignal;
  /** Told the part that has left, 0 to 1. */
  onProgress: (fraction: number) => void;
  /** Name of the picture that this one is the same as, with fewer pixels. */
  smallerOf?: string;
}

export interface EditorApi {
  /** @param token from the address; null renews the login by its cookie */
  login(token: string | null): Promise<EditorLogin>;
  open(): Promise<EditorSession>;
  /** @param leaving the tab is being closed: let the request outlive it where its size allows */
  putDraft(body: DraftBody, leaving?: boolean): Promise<void>;
  removeDraft(clientId: string): Promise<void>;
  /** A draft with its words. @throws Refused where there is none */
  draft(clientId: string): Promise<StoredDraft>;
  save(body: SaveBody): Promise<SavedVersion>;
  /** A page of versions, newest first. @param cursor null for the first page */
  versions(cursor: string | null): Promise<{ items: VersionView[]; next_cursor: string | null }>;
  /** One version whole. */
  version(number: number): Promise<{ number: number; vms_json: VmsJson }>;
  siteCopy(): Promise<SiteCopy>;
  /** Sends a version to the site again. */
  retry(number: number): Promise<RetriedDelivery>;
  /** Says that this tab is here, and what it wants. @see PresenceBody */
  putPresence(clientId: string, body: PresenceBody): Promise<People>;
  /** Goodbye of a tab that is being left; nobody waits for the answer. */
  removePresence(clientId: string): void;
  /** Makes an old version the newest again, as a new version. */
  restore(number: number, body: Omit<SaveBody, "vms_json">): Promise<SavedVersion>;
  /** @throws the signal's AbortError where it was cancelled */
  upload(file: File, options: SendFileOptions): Promise<UploadedMedia>;
  /** Fetches a picture of another site into the article. @throws Refused with the reason */
  fetchPicture(source: string): Promise<UploadedMedia>;
  /** What the provider of an embed says of it. */
  embedFacts(address: string): Promise<EmbedFacts>;
  /** Takes files along from the article that a clip is of. @throws Refused where that is not allowed */
  copyMedia(clip: string, files: string[]): Promise<CopiedMedia>;
  /** A page of threads, oldest first. @param cursor null for the first page */
  comments(cursor: string | null): Promise<CommentPage>;
  beginComment(body: NewComment): Promise<CommentThread>;
  replyToComment(threadId: string, body: NewReply): Promise<CommentThread>;
  changeComment(id: string, body: CommentChange): Promise<CommentThread>;
  removeComment(id: string, author: string): Promise<void>;
  /** Where threads are now. */
  placeComments(body: CommentAnchors): Promise<void>;
  /** A page of the project's snippets, by name. @param cursor null for the first page */
  snippets(cursor: string | null): Promise<SnippetPage>;
  saveSnippet(body: NewSnippet): Promise<SnippetView>;
  changeSnippet(id: string, body: SnippetChange): Promise<SnippetView>;
  removeSnippet(id: string): Promise<void>;
  /** Brings a snippet's files into the article. */
  insertSnippet(id: string): Promise<InsertedSnippet>;
  snippetFileUrl(id: string, fileName: string): string;
  mediaUrl(fileName: string): string;
  archiveUrl(number: number): string;
  /**
   * @param clientId this tab: it is no longer present when its stream has ended
   * @param after `event_id` of the session that is on the screen
   */
  eventsUrl(clientId: string, after: string): string;
  /** CSS of the site's published fonts. */
  fontsUrl(): string;
}

/** Statuses of a proxy, or of an appliance that is closing: nothing was decided. */
const NOT_NOW = new Set([502, 503, 504]);

/**
 * @param base path of the session's API, see `readAddress`
 * @param connection hears how every request went
 */
export function createApi(base: string, connection: Connection): EditorApi {
  const client = createApiClient(base);

  async function watch<T>(request: Promise<T>): Promise<T> {
    try {
      const answer = await request;
      connection.up();
      return answer;
    } catch (error) {
      if (isAbort(error)) throw error;
      const failure = failureOf(error);
      if (failure instanceof Unreachable) connection.down();
      else if (failure instanceof LoginEnded) connection.loginEnded();
      else connection.up();
      throw failure;
    }
  }

  return {
    login: (token) => watch(client.post("/login", token === null ? undefined : { token })),
    open: () => watch(client.get("")),
    putDraft: (body, leaving = false) => watch(client.put("/draft", body, { keepalive: leaving })),
    removeDraft: (clientId) => watch(client.delete(`/draft/${clientId}`)),
    draft: (clientId) => watch(client.get(`/draft/${clientId}`)),
    save: (body) => watch(client.post("/versions", body)),
    versions: (cursor) => watch(client.get("/versions", { query: { cursor } })),
    version: (number) => watch(client.get(`/versions/${number}`)),
    siteCopy: () => watch(client.get("/site-copy")),
    retry: (number) => watch(client.post(`/versions/${number}/retry`)),
    putPresence: (clientId, body) => watch(client.put(`/presence/${clientId}`, body)),
    removePresence: (clientId) =>
      void client.delete(`/presence/${clientId}`, { keepalive: true }).catch(() => undefined),
    restore: (number, body) => watch(client.post(`/versions/${number}/restore`, body)),
    upload: (file, { smallerOf, ...options }) =>
      watch(client.upload("/media", file, { ...options, query: { name: file.name, smaller_of: smallerOf } })),
    fetchPicture: (source) => watch(client.post("/media/fetch", { url: source } satisfies FetchBody)),
    embedFacts: (address) => watch(client.post("/media/embed", { url: address } satisfies FetchBody)),
    copyMedia: (clip, files) => watch(client.post("/media/copy", { clip, files } satisfies CopyBody)),
    comments: (cursor) => watch(client.get("/comments", { query: { cursor } })),
    beginComment: (body) => watch(client.post("/comments", body)),
    replyToComment: (threadId, body) => watch(client.post(`/comments/${threadId}/replies`, body)),
    changeComment: (id, body) => watch(client.patch(`/comments/${id}`, body)),
    removeComment: (id, author) => watch(client.delete(`/comments/${id}`, { query: { author } })),
    placeComments: (body) => watch(client.put("/comment-anchors", body)),
    snippets: (cursor) => watch(client.get("/snippets", { query: { cursor } })),
    saveSnippet: (body) => watch(client.post("/snippets", body)),
    changeSnippet: (id, body) => watch(client.patch(`/snippets/${id}`, body)),
    removeSnippet: (id) => watch(client.delete(`/snippets/${id}`)),
    insertSnippet: (id) => watch(client.post(`/snippets/${id}/insert`)),
    snippetFileUrl: (id, fileName) => client.url(`/snippets/${id}/files/${encodeURIComponent(fileName)}`),
    mediaUrl: (fileName) => client.url(`/media/${encodeURIComponent(fileName)}`),
    archiveUrl: (number) => client.url(`/versions/${number}/archive`),
    eventsUrl: (clientId, after) => client.url("/events", { client_id: clientId, after }),
    fontsUrl: () => client.url("/fonts/vms_fonts.css"),
  };
}

/** What a failed request means to the editor. */
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
