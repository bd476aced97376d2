/**
 * Sees the "/" that opens the menu of blocks, and hands it the keys that are the menu's. All that is loaded before the
 * first "/" is here; the menu itself comes on demand and finds the keys that were pressed meanwhile.
 */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createStore, type Readable } from "../../ui/lib/store.ts";
import { NO_SLASH, nextSlash, type SlashQuery, type SlashState } from "./slash-query.ts";

export interface SlashTrigger {
  /** What is asked for; null while nothing is. */
  readonly query: Readable<SlashQuery | null>;
  /** Takes the menu's keys until the answer is called, those that waited first. @param take whether it used the key */
  listen(take: (key: string) => boolean): () => void;
  /** Leaves what was typed as it is. */
  dismiss(): void;
}

declare module "@tiptap/core" {
  interface Storage {
    slash: SlashTrigger;
  }
}

const key = new PluginKey<SlashState>("slash");
const MENU_KEYS = new Set(["ArrowDown", "ArrowUp", "Enter", "Tab"]);

export const Slash = Extension.create<object, SlashTrigger & { plugin: Plugin }>({
  name: "slash",
  // Its keys come before those of the text.
  priority: 1_000,
  addStorage: createSlashTrigger,
  addProseMirrorPlugins() {
    return [this.storage.plugin];
  },
});

/** What was pressed or typed before the menu had come. */
type Waiting = { press: KeyboardEvent } | { text: string };

const CHOOSES = new Set(["Enter", "Tab"]);

function createSlashTrigger(): SlashTrigger & { plugin: Plugin } {
  const query = createStore<SlashQuery | null>(null);
  let shown: EditorView | null = null;
  let take: ((key: string) => boolean) | null = null;
  const waiting: Waiting[] = [];
  const dismiss = () => shown?.dispatch(shown.state.tr.setMeta(key, "dismiss"));

  /** Does what waited, in its order: the menu's keys while it is open, after that everything as if just typed. */
  function catchUp(): void {
    const view = shown;
    if (view === null || (query.get() !== null && take === null)) return;
    for (const each of waiting.splice(0)) {
      if ("text" in each) view.dispatch(view.state.tr.insertText(each.text).scrollIntoView());
      else if (query.get() === null || !take?.(each.press.key))
        view.someProp("handleKeyDown", (handle) => handle(view, each.press));
    }
  }

  const plugin = new Plugin<SlashState>({
    key,
    state: {
      init: () => NO_SLASH,
      apply: (tr, old, _before, state) =>
        tr.getMeta(key) === "dismiss"
          ? { open: null, dismissed: old.open?.from ?? old.dismissed }
          : nextSlash(old, tr, state),
    },
    view(view) {
      shown = view;
      return {
        update() {
          query.set(key.getState(view.state)?.open ?? null);
          // The menu was closed before it had loaded: what was typed meanwhile goes into the text.
          if (query.get() === null && waiting.length > 0) queueMicrotask(catchUp);
        },
        destroy() {
          shown = null;
          query.set(null);
        },
      };
    },
    props: {
      handleKeyDown(view, event) {
        if (view.composing || query.get() === null) return false;
        if (event.key === "Escape") {
          dismiss();
          return true;
        }
        if (!MENU_KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
        if (take !== null) return take(event.key);
        waiting.push({ press: event });
        return true;
      },
      handleTextInput(_view, _from, _to, text) {
        // Typed after the choice that waits, so it belongs behind what is chosen.
        if (!waiting.some((each) => "press" in each && CHOOSES.has(each.press.key))) return false;
        waiting.push({ text });
        return true;
      },
      handleDOMEvents: {
        blur() {
          if (query.get() !== null) dismiss();
          return false;
        },
      },
    },
  });

  return {
    plugin,
    query,
    dismiss,
    listen(taker) {
      take = taker;
      catchUp();
      return () => {
        take = null;
      };
    },
  };
}
