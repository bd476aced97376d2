import { type ReactNode, useState } from "react";
import type { ComparedBlock, ComparedSide } from "../../../server/article/compare/compared-block.ts";
import { sharedWords } from "../language.ts";
import type { CompareLooks, SideLook } from "./looks.ts";

interface DifferentBlockProps {
  block: ComparedBlock;
  number: number;
  count: number;
  looks: CompareLooks;
  tools: ReactNode;
}

export function DifferentBlock({ block, number, count, looks, tools }: DifferentBlockProps) {
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
            <span className="hint compare-hint">
              {looks.moved(
                moved.after === null ? "" : moved.after.words || words.block(moved.after.type, moved.after.level),
              )}
            </span>
          )}
          {other_pictures && <span className="hint compare-hint">{words.otherPictures}</span>}
          {onlyForm && <span className="hint compare-hint">{words.onlyForm}</span>}
          {tools}
        </div>
      )}
    </section>
  );
}

interface SideProps {
  block: ComparedBlock;
  which: "from" | "to";
  look: SideLook;
}

function Side({ block, which, look }: SideProps) {
  const words = sharedWords.compared;
  const side = block[which];
  if (side === null)
    return (
      <div className="compare-side" data-missing>
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
export function OnlyHere({ mark, children }: { mark: SideLook["mark"]; children: string }) {
  return mark === "solid" ? <ins>{children}</ins> : <mark>{children}</mark>;
}

interface SameBlocksProps {
  blocks: readonly ComparedBlock[];
  look: SideLook;
}

/** Equal blocks, collapsed except for the first and the last. */
export function SameBlocks({ blocks, look }: SameBlocksProps) {
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
      <button type="button" className="compare-more" onClick={() => setOpen(true)}>
        {words.same(blocks.length - 2)}
      </button>
      {lines(blocks.slice(-1))}
    </>
  );
}

interface ComparedPicturesProps {
  side: ComparedSide;
  look: SideLook;
}

/** Thumbnails of the pictures of a block. A picture that only this side has gets a frame and a label. */
function ComparedPictures({ side: { pictures, more_pictures }, look }: ComparedPicturesProps) {
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
      {more_pictures > 0 && <span className="hint compare-hint">{words.morePictures(more_pictures)}</span>}
    </div>
  );
}

function Thumbnail({ file, alt, url }: { file: string; alt: string; url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <span className="compare-no-picture">{file}</span>;
  return <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />;
}
