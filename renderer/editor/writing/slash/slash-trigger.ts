/**
 * Sees the "/" that opens the menu of blocks, and hands it the keys that are the menu's. All that is loaded before the
 * first "/" is here; the menu itself comes on demand and finds the keys that were pressed meanwhile.
 */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createStore, type Readable } from "../../store.ts";
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

function createSlashTrigger(): SlashTrigger & { plugin: Plugin } {
  const query = createStore<SlashQuery | null>(null);
  let shown: EditorView | null = null;
  let take: ((key: string) => boolean) | null = null;
  let waiting: string[] = [];
  const dismiss = () => shown?.dispatch(shown.state.tr.setMeta(key, "dismiss"));

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
          const open = key.getState(view.state)?.open ?? null;
          if (open === null) waiting = [];
          query.set(open);
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
        waiting.push(event.key);
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
      for (const pressed of waiting.splice(0)) taker(pressed);
      return () => {
        take = null;
      };
    },
  };
}
