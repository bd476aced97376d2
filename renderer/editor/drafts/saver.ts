/** Handles one press of Save. Repeats a request without a response, for which Galley creates only one version. */
import type { SaveConflict, SavedVersion } from "../../../server/contracts/editor-api.ts";
import type { SaveBody, SharedSaveBody } from "../../../server/contracts/editor-bodies.ts";
import { type EditorApi, isUndecided, SaveConflictError } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { randomId } from "../ui/lib/browser.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { UploadQueue } from "../uploads/upload-queue.ts";
import type { DraftKeeper } from "./draft-keeper.ts";

export type SaveState =
  | { kind: "idle" }
  | { kind: "waiting_for_uploads" }
  | { kind: "saving" }
  | { kind: "waiting_for_server" }
  | { kind: "refused"; sentence: string }
  | { kind: "saved"; version: SavedVersion };

type Unsaved = Omit<SaveBody, "save_id"> | Omit<SharedSaveBody, "save_id">;

export interface SaveContent {
  body: Unsaved;
  revision: number;
  steps: number;
}

interface SaverTab extends Pick<ArticleTab, "connection"> {
  api: Pick<EditorApi, "save">;
}

interface SavedArticle {
  uploads: Pick<UploadQueue, "idle">;
  /** Drafts are held during a save, so that none arrives after it. */
  drafts: Pick<DraftKeeper, "revision" | "hold">;
  /** Resolves once Galley has all steps of this tab. @throws Error with Galley's sentence if it rejects them */
  settled(): Promise<void>;
  content(): SaveContent;
  saved(version: SavedVersion, content: SaveContent): void;
  /** Another version was saved first; the current text is kept as unsaved changes. */
  conflict(conflict: SaveConflict): Promise<void>;
}

export type Saver = ReturnType<typeof createSaver>;

export function createSaver({ api, connection }: SaverTab, article: SavedArticle) {
  const state = createStore<SaveState>({ kind: "idle" });
  let running = false;
  let pressedAgain = false;

  async function run(): Promise<void> {
    running = true;
    try {
      do {
        pressedAgain = false;
        await onePress();
      } while (pressedAgain && state.get().kind === "saved");
    } catch (error) {
      console.error(error);
      // An error after the response leaves the version saved.
      if (state.get().kind !== "saved") state.set({ kind: "refused", sentence: messages.status.unreadable });
    } finally {
      running = false;
    }
  }

  async function onePress(): Promise<void> {
    const uploads = article.uploads.idle();
    if (uploads !== null) {
      state.set({ kind: "waiting_for_uploads" });
      await uploads;
    }
    state.set({ kind: connection.state.get() === "up" ? "saving" : "waiting_for_server" });
    try {
      await article.settled();
    } catch (error) {
      return state.set({ kind: "refused", sentence: (error as Error).message });
    }
    const content = article.content();
    const saveId = randomId();
    for (;;) {
      state.set({ kind: "saving" });
      const release = await article.drafts.hold();
      try {
        const version = await api.save({ save_id: saveId, ...content.body });
        // A second press without changes needs no version.
        if (content.revision === article.drafts.revision()) pressedAgain = false;
        try {
          article.saved(version, content);
        } finally {
          state.set({ kind: "saved", version });
        }
        return;
      } catch (error) {
        if (state.get().kind === "saved") throw error;
        if (error instanceof SaveConflictError) {
          await article.conflict(error.conflict);
          return state.set({ kind: "idle" });
        }
        if (!isUndecided(error)) return state.set({ kind: "refused", sentence: (error as Error).message });
        state.set({ kind: "waiting_for_server" });
      } finally {
        release();
      }
      await connection.nextTry();
    }
  }

  return {
    state: state as Readable<SaveState>,
    /** A press during a save creates another version only if the article has changed. */
    press(): void {
      if (running) pressedAgain = true;
      else void run();
    },
    dismiss(): void {
      if (!running) state.set({ kind: "idle" });
    },
  };
}
