import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { useState } from "react";
import type { DifferenceRow } from "../../../server/article/compare/difference.ts";
import { useStorePart } from "../lib/use-store.ts";
import type { ArticleSession } from "../session/article-session.ts";
import { DifferenceView } from "./DifferenceView.tsx";
import { takeBlock } from "./take-block.ts";

export interface ComparedProps {
  articleSession: ArticleSession;
  theirs: Node;
  theirName: string;
}

/** The article on the screen beside another state; blocks are copied into the article itself, one undo step each. */
export function Compared({ articleSession, theirs, theirName }: ComparedProps) {
  const { editor, files } = articleSession;
  const [mine, setMine] = useState(() => editor.state.doc);
  const [taken, setTaken] = useState(0);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");

  function take(row: DifferenceRow): void {
    // A picture that came in meanwhile has moved the blocks: the difference is made anew before anything is taken.
    if (editor.state.doc === mine) {
      editor.view.dispatch(closeHistory(takeBlock(editor.state.tr, row)));
      setTaken(taken + 1);
    }
    setMine(editor.state.doc);
  }

  function undo(): void {
    editor.commands.undo();
    setTaken(taken - 1);
    setMine(editor.state.doc);
  }

  /** The narrowest file that the picture has; a tab that does not know them shows the picture itself. */
  function pictureUrl(file: string): string {
    return files.url(files.get(file)?.widths?.[0]?.file ?? file);
  }

  return (
    <DifferenceView
      mine={mine}
      theirs={theirs}
      theirName={theirName}
      pictureUrl={pictureUrl}
      {...(reading ? {} : { onTake: take })}
      {...(taken > 0 ? { onUndo: undo } : {})}
    />
  );
}
