import type { Node } from "@tiptap/pm/model";
import { useState } from "react";
import { fileIn } from "../../../server/article/compare/align.ts";
import { messages } from "../messages/index.ts";

/** Pictures of one block that are drawn; those after them are counted. */
const MAX_PICTURES = 24;

/** A picture of the article, as a comparison shows it. */
interface Picture {
  /** A name of the session. */
  file: string;
  /** What it was cropped from; the file itself where it was not. */
  source: string;
  alt: string;
}

/** The address of a small version of a file's picture. */
export type PictureUrl = (file: string) => string;

/** The pictures of a block, in reading order: its own, a gallery's, those in columns. */
export function picturesOf(block: Node | null): Picture[] {
  const found: Picture[] = [];
  const look = (node: Node): void => {
    const { file, alt } = node.attrs as Record<string, unknown>;
    if (node.type.name === "figure" && typeof file === "string" && file !== "")
      found.push({ file, source: fileIn(node), alt: typeof alt === "string" ? alt : "" });
  };
  if (block !== null) {
    look(block);
    block.descendants(look);
  }
  return found;
}

/** Whether two states of a block show other pictures, or the same in another order; cut otherwise they are the same. */
export function hasOtherPictures(one: Node | null, other: Node | null): boolean {
  const files = (block: Node | null) => JSON.stringify(picturesOf(block).map(({ source }) => source));
  return files(one) !== files(other);
}

export interface PicturesProps {
  pictures: readonly Picture[];
  pictureUrl: PictureUrl;
  /** The pictures of the other side, where there is one: which are only here is said. */
  others?: readonly Picture[];
  side?: "mine" | "theirs";
  /** What is said of a picture that the other side has not. */
  onlyHere?: string;
}

/** The pictures of a block, small; one that only this side has bears a frame and says so. */
export function Pictures({ pictures, pictureUrl, others, side, onlyHere }: PicturesProps) {
  if (pictures.length === 0) return null;
  const t = messages.around.difference;
  const known = others === undefined ? null : new Set(others.map(({ source }) => source));
  return (
    <div className="compare-pictures">
      {pictures.slice(0, MAX_PICTURES).map((picture, index) => {
        const isOnlyHere = known !== null && !known.has(picture.source);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an article may show one file twice
          <figure key={`${picture.file} ${index}`} data-only={isOnlyHere ? side : undefined}>
            <Thumbnail key={picture.file} file={picture.file} alt={picture.alt} url={pictureUrl(picture.file)} />
            {isOnlyHere && <figcaption>{onlyHere}</figcaption>}
          </figure>
        );
      })}
      {pictures.length > MAX_PICTURES && (
        <span className="hint compare-hint">{t.morePictures(pictures.length - MAX_PICTURES)}</span>
      )}
    </div>
  );
}

/** The file's name in its place where its bytes are not to be had. */
function Thumbnail({ file, alt, url }: Omit<Picture, "source"> & { url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <span className="compare-no-picture">{file}</span>;
  return (
    <img
      src={url}
      alt={alt === "" ? messages.around.difference.picture : alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
