import { useState } from "react";
import type { ComparedSide } from "../../../server/article/compare/compared-block.ts";
import type { SideLook } from "./looks.ts";
import type { CompareWords } from "./words.ts";

interface ComparedPicturesProps {
  side: ComparedSide;
  look: SideLook;
  words: CompareWords;
}

/** The pictures of a block, small; one that only this side has bears a frame and says so. */
export function ComparedPictures({ side: { pictures, more_pictures }, look, words }: ComparedPicturesProps) {
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

/** The file's name in its place where its bytes are not to be had. */
function Thumbnail({ file, alt, url }: { file: string; alt: string; url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <span className="compare-no-picture">{file}</span>;
  return <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />;
}
