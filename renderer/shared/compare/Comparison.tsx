/** Two states of an article side by side, or one below the other on narrow screens. */
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { ComparedBlock, ComparedSide } from "../../../server/article/compare/compared-block.ts";
import { sharedWords } from "../language.ts";
import "./compare.css";

interface ComparisonProps {
  blocks: readonly ComparedBlock[];
  /** Number of differing blocks, including those not in `blocks`. */
  changes: number;
  looks: CompareLooks;
  tools?: ReactNode;
  /** Actions for a block. @param index in `blocks` */
  blockTools?: (index: number) => ReactNode;
}

/** Groups of blocks that are drawn first and with each click. Browsers are slow with ten thousand. */
const DRAWN_AT_ONCE = 400;

/** The comparison with its toolbar. Alt with an arrow key goes to the next or previous difference. */
export function Comparison({ blocks, changes, looks, tools, blockTools }: ComparisonProps) {
  const words = sharedWords.compared;
  const groups = useMemo(() => groupsOf(blocks), [blocks]);
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(-1);
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);

  function go(step: 1 | -1): void {
    const shown = [...(list.current?.querySelectorAll<HTMLElement>("[data-change]") ?? [])];
    if (shown.length === 0) return;
    const focused = shown.findIndex((change) => change.contains(document.activeElement));
    const from = focused >= 0 ? focused : step > 0 ? Math.min(current, shown.length - 1) : current;
    const next = (Math.max(from, step > 0 ? -1 : 0) + step + shown.length) % shown.length;
    setCurrent(next);
    shown[next]?.focus();
    shown[next]?.scrollIntoView({ block: "nearest" });
  }

  useEffect(() => {
    // The keys work anywhere in the surrounding dialog or page.
    const around: HTMLElement = list.current?.closest("dialog") ?? document.body;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      go(event.key === "ArrowDown" ? 1 : -1);
    };
    around.addEventListener("keydown", onKeyDown);
    return () => around.removeEventListener("keydown", onKeyDown);
  });

  const rest = groups.length - drawn;
  return (
    <div className="compare">
      <div className="compare-bar">
        <strong role="status">{words.changes(changes)}</strong>
        {changes > 0 && (
          <>
            {STEPS.map(({ label, keys, step, Icon }) => (
              <ActionIcon
                key={label}
                variant="subtle"
                color="gray"
                aria-label={words[label]}
                title={`${words[label]} (${keys})`}
                onClick={() => go(step)}
              >
                <Icon size={18} stroke={1.7} />
              </ActionIcon>
            ))}
            <span className="hint">
              <OnlyHere mark={looks.from.mark}>{looks.from.only}</OnlyHere> ·{" "}
              <OnlyHere mark={looks.to.mark}>{looks.to.only}</OnlyHere>
            </span>
          </>
        )}
        {tools}
      </div>
      <div className="compare-heads" aria-hidden>
        <span>{looks.from.name}</span>
        <span>{looks.to.name}</span>
      </div>
      <div className="compare-list" ref={list}>
        {groups
          .slice(0, drawn)
          .map((group) =>
            group.kind === "same" ? (
              <SameBlocks key={group.at} blocks={group.blocks} look={looks.to} />
            ) : (
              <DifferentBlock
                key={group.at}
                block={group.block}
                number={group.number}
                count={changes}
                looks={looks}
                tools={blockTools?.(group.at) ?? null}
              />
            ),
          )}
        {rest > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setDrawn(drawn + DRAWN_AT_ONCE)}>
            {words.more(rest)}
          </Button>
        )}
      </div>
    </div>
  );
}

const STEPS = [
  { label: "next", keys: "Alt+↓", step: 1, Icon: IconArrowDown },
  { label: "previous", keys: "Alt+↑", step: -1, Icon: IconArrowUp },
] as const;

type Group = { at: number } & (
  | { kind: "same"; blocks: ComparedBlock[] }
  | { kind: "different"; block: ComparedBlock; number: number }
);

function groupsOf(blocks: readonly ComparedBlock[]): Group[] {
  const groups: Group[] = [];
  let number = 0;
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1);
    if (block.kind !== "same") {
      number += 1;
      groups.push({ at, kind: "different", block, number });
    } else if (last?.kind === "same") last.blocks.push(block);
    else groups.push({ at, kind: "same", blocks: [block] });
  }
  return groups;
}

interface DifferentBlockProps {
  block: ComparedBlock;
  number: number;
  count: number;
  looks: CompareLooks;
  tools: ReactNode;
}

function DifferentBlock({ block, number, count, looks, tools }: DifferentBlockProps) {
  const words = sharedWords.compared;
  const { from, to, moved, other_pictures, only_form } = block;
  const named = from ?? to;
  const onlyForm = only_form && !other_pictures;
  return (
    <section
      className="compare-row"
      data-change={block.kind}
      tabIndex={-1}
      aria-label={words.change(number, count, named === null ? "" : words.block(named.type, named.level))}
    >
      <Side block={block} which="from" look={looks.from} />
      <Side block={block} which="to" look={looks.to} />
      {(moved !== null || other_pictures || onlyForm || tools !== null) && (
        <div className="compare-foot">
          {moved !== null && (
            <span className="hint">
              {looks.moved(
                moved.after === null ? "" : moved.after.words || words.block(moved.after.type, moved.after.level),
              )}
            </span>
          )}
          {other_pictures && <span className="hint">{words.otherPictures}</span>}
          {onlyForm && <span className="hint">{words.onlyForm}</span>}
          {tools}
        </div>
      )}
    </section>
  );
}

function Side({ block, which, look }: { block: ComparedBlock; which: "from" | "to"; look: SideLook }) {
  const words = sharedWords.compared;
  const side = block[which];
  if (side === null)
    return (
      <div className="compare-side hint">
        <span className="compare-label">{look.name}: </span>
        {words.nothing}
      </div>
    );
  const own = block.runs.filter((run) => run[which] !== "");
  return (
    <div className="compare-side">
      <span className="compare-label">{look.name}: </span>
      <span className="compare-type">{words.block(side.type, side.level)}</span>
      <ComparedPictures side={side} look={look} />
      {(own.length > 0 || side.pictures.length === 0) && (
        <p>
          {own.length === 0 && <span className="hint">{words.empty}</span>}
          {own.map((run, index) =>
            run.kind === "same" ? (
              run[which]
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: runs have no key and never move
              <OnlyHere key={index} mark={look.mark}>
                {run[which]}
              </OnlyHere>
            ),
          )}
        </p>
      )}
    </div>
  );
}

/** Text that only one side has. It is never struck through, even on the older side. */
function OnlyHere({ mark, children }: { mark: SideLook["mark"]; children: string }) {
  return mark === "solid" ? <ins>{children}</ins> : <mark>{children}</mark>;
}

/** Equal blocks, collapsed except for the first and the last. */
function SameBlocks({ blocks, look }: { blocks: readonly ComparedBlock[]; look: SideLook }) {
  const words = sharedWords.compared;
  const [open, setOpen] = useState(false);
  const folded = !open && blocks.length > 3;
  const lines = (some: readonly ComparedBlock[]) =>
    some.map(({ to, runs }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no key and never move
      <div key={index} className="compare-same">
        {to !== null && <ComparedPictures side={to} look={look} />}
        <p>{runs[0]?.to || (to !== null && words.block(to.type, to.level))}</p>
      </div>
    ));
  if (!folded) return lines(blocks);
  return (
    <>
      {lines(blocks.slice(0, 1))}
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {words.same(blocks.length - 2)}
      </Button>
      {lines(blocks.slice(-1))}
    </>
  );
}

/** Thumbnails of the pictures of a block. A picture that only this side has gets a frame and a label. */
function ComparedPictures({ side: { pictures, more_pictures }, look }: { side: ComparedSide; look: SideLook }) {
  const words = sharedWords.compared;
  if (pictures.length === 0) return null;
  return (
    <div className="compare-pictures">
      {pictures.map(({ file, alt, only_here }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an article may show one file twice
        <figure key={`${file} ${index}`} data-only={only_here ? look.mark : undefined}>
          <Thumbnail key={file} file={file} alt={alt || words.picture} url={look.pictureUrl(file)} />
          {only_here && <figcaption>{look.only}</figcaption>}
        </figure>
      ))}
      {more_pictures > 0 && <span className="hint">{words.morePictures(more_pictures)}</span>}
    </div>
  );
}

function Thumbnail({ file, alt, url }: { file: string; alt: string; url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <code>{file}</code>;
  return <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />;
}

/** Labels and marks of the two sides of a comparison. */

interface SideLook {
  name: string;
  /** Label of text and pictures that only this side has. */
  only: string;
  /** Their underline: solid green, or dashed blue. */
  mark: "solid" | "dashed";
  pictureUrl: (file: string) => string;
}

/** Both sides, and the label of a moved block. */
export interface CompareLooks {
  from: SideLook;
  to: SideLook;
  /** @param before text of the block before its old place; "" for the beginning */
  moved: (before: string) => string;
}
