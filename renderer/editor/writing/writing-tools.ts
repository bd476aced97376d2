import type { BlockContext } from "../blocks/block-choice.ts";
import { blockContext } from "../blocks/block-context.ts";
import type { Desk } from "../desk.ts";
import { messages } from "../messages.ts";
import { createStore, type Store } from "../store.ts";

/** What opens over the page, one at a time. */
export type OpenTool = "insert" | "more" | "blockMenu" | "link";

/** What the toolbar, the keys and the menus over the text share. */
export interface WritingTools {
  readonly context: BlockContext;
  readonly open: Store<OpenTool | null>;
  /** A sentence about a tool that could not do what was asked; "" for none. */
  readonly said: Store<string>;
  /** Says that a tool could not be loaded. */
  failed(): void;
}

export function createWritingTools(desk: Desk): WritingTools {
  const open = createStore<OpenTool | null>(null);
  const said = createStore("");
  return {
    context: blockContext(desk),
    open,
    said,
    failed() {
      open.set(null);
      said.set(messages.writing.notLoaded);
    },
  };
}
