/** Queues a paste or drop before the paste reader is loaded. Where loading fails, only the text is inserted. */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { whenIdle } from "../../ui/lib/later.ts";
import { dropLater, pasteLater } from "./deferred-paste.ts";
import { loadPasteReader, pasteReader } from "./load-paste-reader.ts";

export const EarlyPaste = Extension.create({
  name: "firstPaste",
  // Before all other paste handlers.
  priority: 1_000,

  addProseMirrorPlugins() {
    /** True while a queued paste is replayed. */
    let again = false;
    const holds = (view: EditorView, data: DataTransfer | null): data is DataTransfer =>
      !again && pasteReader() === null && view.editable && data !== null && needsReading(data);
    const come = () => loadPasteReader().catch(() => null);
    const repeated = (repeat: () => void) => {
      again = true;
      repeat();
      again = false;
    };
    return [
      new Plugin({
        view: () => ({ destroy: whenIdle(() => void come()) }),
        props: {
          handleDOMEvents: {
            paste(view, event) {
              if (view.composing || !holds(view, event.clipboardData)) return false;
              event.preventDefault();
              const clipboardData = copyOf(event.clipboardData);
              const keys = pressedKeys(view);
              const { shiftKey, lastKeyCode } = keys;
              void pasteLater(view, come(), null, () =>
                repeated(() => {
                  const now = { shiftKey: keys.shiftKey, lastKeyCode: keys.lastKeyCode };
                  Object.assign(keys, { shiftKey, lastKeyCode });
                  view.dom.dispatchEvent(
                    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
                  );
                  Object.assign(keys, now);
                }),
              );
              return true;
            },
            drop(view, event) {
              // A drag inside the article moves blocks.
              if (view.dragging !== null || !holds(view, event.dataTransfer)) return false;
              const data = copyOf(event.dataTransfer);
              return dropLater(view, event, come(), (_, drop) => repeated(() => drop(data)));
            },
          },
        },
      }),
    ];
  },
});

function needsReading(data: DataTransfer): boolean {
  const text = data.getData("text/plain");
  return data.getData("text/html") !== "" || text.trimStart().startsWith("<") || /\S[.:@]\S/.test(text);
}

/** The browser clears its own after the event. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data.types) if (type !== "Files") copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  return copy;
}

/** ProseMirror's record of pressed keys: with Shift, a paste is plain text. */
export interface PressedKeys {
  shiftKey: boolean;
  lastKeyCode: number | null;
}

/** ProseMirror's record, which its types omit. */
export function pressedKeys(view: EditorView): PressedKeys {
  return (view as unknown as { input: PressedKeys }).input;
}
