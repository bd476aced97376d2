/**
 * No key reaches a stale selection. The browser moves its cursor at once and tells of it later; a key in between, from a
 * fast hand on a slow machine, would be judged by where the cursor was before, and the browser's own deletion then joins
 * what the editor keeps apart: a paragraph becomes the caption of a second copy of the picture above it.
 */
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** ProseMirror's watcher of the page, of which its types say nothing. `flush` reads the browser's selection. */
interface Watched {
  domObserver: { suppressingSelectionUpdates: boolean; forceFlush(): void; flush(): void };
}

export function freshSelection(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view, event) {
          // An input method's keys are its own.
          if (!view.composing && event.keyCode !== 229) readSelection(view);
          return false;
        },
      },
    },
  });
}

function readSelection(view: EditorView): void {
  const { domObserver } = view as unknown as Watched;
  domObserver.forceFlush();
  domObserver.suppressingSelectionUpdates = false;
  domObserver.flush();
}
