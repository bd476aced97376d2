/** Detects the "/" that opens the slash menu. */
import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createStore, type Readable } from "../../ui/lib/store.ts";

interface SlashTrigger {
  /** Null while the menu is closed. */
  readonly query: Readable<SlashQuery | null>;
  /** Passes the menu's keys to `handleKey`, which returns whether it handled the key. Returns a function that ends this. */
  listen(handleKey: (key: string) => boolean): () => void;
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
  // Runs before the keys of the text.
  priority: 1_000,
  addStorage: createSlashTrigger,
  addProseMirrorPlugins() {
    return [this.storage.plugin];
  },
});

function createSlashTrigger(): SlashTrigger & { plugin: Plugin } {
  const query = createStore<SlashQuery | null>(null);
  let shown: EditorView | null = null;
  let onMenuKey: ((key: string) => boolean) | null = null;
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
        update: ({ state }) => query.set(key.getState(state)?.open ?? null),
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
        return onMenuKey?.(event.key) ?? false;
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
    listen(handleKey) {
      onMenuKey = handleKey;
      return () => {
        onMenuKey = null;
      };
    },
  };
}

export interface SlashQuery {
  from: number;
  text: string;
}

export interface SlashState {
  open: SlashQuery | null;
  /** Position of a "/" whose menu was closed. */
  dismissed: number | null;
}

export const NO_SLASH: SlashState = { open: null, dismissed: null };

const MAX_QUERY = 30;

/** Excludes captions, summaries, buttons and code. */
const TEXTBLOCKS = new Set(["paragraph", "heading"]);

/** The query at the cursor, or null. Reads only the last few characters. */
function queryAtCursor(state: EditorState): SlashQuery | null {
  const { selection } = state;
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $from } = selection;
  if (!TEXTBLOCKS.has($from.parent.type.name) || $from.marks().some((mark) => mark.type.spec.code)) return null;
  // +1 for the "/", +1 for the character before it.
  const start = Math.max(0, $from.parentOffset - MAX_QUERY - 2);
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, "\ufffc");
  const found = /(?:^|\s)\/((?:[^\s/][^/]*)?)$/u.exec(before);
  const text = found?.[1];
  if (text === undefined || text.length > MAX_QUERY || (start > 0 && found?.[0].startsWith("/"))) return null;
  return { from: $from.pos - text.length - 1, text };
}

/** The menu opens at a typed "/" and stays open while the cursor is after it. */
export function nextSlash(old: SlashState, tr: Transaction, state: EditorState): SlashState {
  if (!tr.docChanged && !tr.selectionSet) return old;
  const mapped = (position: number | null) => {
    if (position === null) return null;
    const result = tr.mapping.mapResult(position, 1);
    return result.deletedAfter ? null : result.pos;
  };
  const dismissed = mapped(old.dismissed);
  const query = queryAtCursor(state);
  if (query === null || query.from === dismissed) return { open: null, dismissed };
  const staysOpen = old.open !== null && mapped(old.open.from) === query.from;
  return { open: staysOpen || (isTyped(tr) && query.text === "") ? query : null, dismissed };
}

/** Whether text was typed, not pasted, dropped, undone or inserted by code. */
function isTyped(tr: Transaction): boolean {
  return tr.docChanged && ["uiEvent", "history$", "preventUpdate"].every((key) => tr.getMeta(key) === undefined);
}
