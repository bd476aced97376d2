/** The open article in this tab, as features see it. Created by app/open-session.ts. */
import type { Editor } from "@tiptap/core";
import type { AssetEntry } from "../../../server/article/vms-json.ts";
import type { EditorSession, PersonView } from "../../../server/contracts/editor-api.ts";
import type { Memory } from "../ui/lib/browser.ts";
import type { Readable, Store } from "../ui/lib/store.ts";
import type { EditorApi } from "./api.ts";
import type { Connection, Schedule } from "./connection.ts";

/** The tab before the article is shown: API, connection and identity. */
export interface ArticleTab {
  readonly api: EditorApi;
  readonly connection: Connection;
  readonly schedule: Schedule;
  readonly memory: Memory;
  readonly clientId: string;
  /** The session at the time when the article was opened. */
  readonly session: EditorSession;
  /** Public URL of Galley with a trailing slash; preview pages are below it. */
  readonly root: string;
}

/** Shared by all features. A feature adds its own part, such as `ArticleSession & { comments: Comments }`. */
export interface ArticleSession extends Pick<ArticleTab, "api" | "connection" | "memory" | "session"> {
  readonly editor: Editor;
  readonly author: Store<string>;
  readonly files: { get(file: string): AssetEntry | undefined; url(file: string): string };
  readonly presence: { readonly state: Readable<{ mode: "editing" | "reading"; others: PersonView[] }> };
  readonly comments: { readonly marked: Readable<readonly MarkedComment[]> };
  readonly drafts: { readonly state: Readable<{ unsaved: boolean }> };
}

export interface MarkedComment {
  id: string;
  from: number;
  to: number;
  author: string;
  text: string;
}
