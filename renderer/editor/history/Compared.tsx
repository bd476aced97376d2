import { Button } from "@mantine/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { useMemo, useState } from "react";
import { attributeName } from "../../../server/article/compare/block-text.ts";
import { comparedBlock } from "../../../server/article/compare/compared-block.ts";
import { type DifferenceRow, differenceOf } from "../../../server/article/compare/difference.ts";
import { type CompareLooks, Comparison } from "../../shared/compare/Comparison.tsx";
import { localTime } from "../../shared/Time.tsx";
import type { ArticleSession } from "../client/article-session.ts";
import type { FetchedChanges } from "../drafts/offers.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useStorePart } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import type { HistorySession } from "./versions.ts";

interface ComparedProps {
  articleSession: ArticleSession;
  theirs: Node;
  /** Name of the other side, such as "Version 3". */
  theirName: string;
}

/** Compares the article with another state. Each copied block is one undo step. */
export function Compared({ articleSession, theirs, theirName }: ComparedProps) {
  const { editor, files } = articleSession;
  const [mine, setMine] = useState(() => editor.state.doc);
  const [copiedCount, setCopiedCount] = useState(0);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const t = messages.difference;
  const { rows, changes, blocks } = useMemo(() => {
    const difference = differenceOf(mine, theirs, (name, block) => attributeName(t.language, name, block.type.name));
    return { ...difference, blocks: difference.rows.map((row) => comparedBlock(row, mine)) };
  }, [mine, theirs]);

  function take(row: DifferenceRow): void {
    // If an upload has changed the article, first computes the difference again.
    if (editor.state.doc === mine) {
      editor.view.dispatch(closeHistory(takeBlock(editor.state.tr, row)));
      setCopiedCount(copiedCount + 1);
    }
    setMine(editor.state.doc);
  }

  function undo(): void {
    editor.commands.undo();
    setCopiedCount(copiedCount - 1);
    setMine(editor.state.doc);
  }

  function toolsOf(row: DifferenceRow | undefined) {
    if (row === undefined) return null;
    return (
      <Button size="compact-xs" variant="light" onClick={() => take(row)}>
        {row.theirs === null ? t.takeOut : row.movedFrom === null ? t.take : t.moveIt}
      </Button>
    );
  }

  const pictureUrl = (file: string) => files.url(files.get(file)?.widths?.[0]?.file ?? file);
  const looks: CompareLooks = {
    from: { name: t.mine, only: t.legendMine, mark: "solid", pictureUrl },
    to: { name: theirName, only: t.legendTheirs(theirName), mark: "dashed", pictureUrl },
    moved: (before) => t.moved(theirName, before),
  };
  return (
    <Comparison
      blocks={blocks}
      changes={changes}
      looks={looks}
      {...(reading ? {} : { blockTools: (index: number) => toolsOf(rows[index]) })}
      tools={
        copiedCount > 0 && (
          <Button size="xs" variant="subtle" onClick={undo}>
            {messages.toolbar.undo}
          </Button>
        )
      }
    />
  );
}

/** Copies `theirs` of a row to the article, which keeps at least one block. */
export function takeBlock(tr: Transaction, { mine, theirs, mineAt, movedFrom }: DifferenceRow): Transaction {
  if (movedFrom !== null) {
    const block = tr.doc.child(movedFrom);
    const target = startOf(tr.doc, mineAt);
    const from = startOf(tr.doc, movedFrom);
    tr.delete(from, from + block.nodeSize);
    return tr.insert(target > from ? target - block.nodeSize : target, block);
  }
  const from = startOf(tr.doc, mineAt);
  const to = from + (mine?.nodeSize ?? 0);
  if (theirs !== null) return tr.replaceWith(from, to, theirs);
  if (tr.doc.childCount > 1) return tr.delete(from, to);
  const blank = tr.doc.type.schema.nodes.paragraph;
  return blank === undefined ? tr : tr.replaceWith(from, to, blank.create());
}

const startOf = (doc: Node, index: number): number => doc.resolve(0).posAtIndex(Math.min(index, doc.childCount));

interface OfferDialogProps {
  articleSession: ArticleSession & Pick<HistorySession, "docOf" | "discardChanges">;
  offer: FetchedChanges;
  onClose: () => void;
}

export function OfferDialog({ articleSession, offer, onClose }: OfferDialogProps) {
  const action = useAction();
  const t = messages.offer;
  const kept = articleSession.docOf(offer.vms_json);
  const discard = () =>
    action.run(async () => {
      await articleSession.discardChanges(offer);
      onClose();
    });
  return (
    <Dialog title={t.title(localTime(offer.updated_at, Date.now()))} onClose={onClose} place="whole">
      <p className="hint">{t.lead}</p>
      <div>
        <Button variant="default" mb="sm" onClick={discard}>
          {messages.common.discard}
        </Button>
      </div>
      <Problem action={action} />
      {kept === null ? (
        <p className="hint">{messages.history.unreadable}</p>
      ) : (
        <Compared articleSession={articleSession} theirs={kept} theirName={messages.common.unsavedChanges} />
      )}
    </Dialog>
  );
}
