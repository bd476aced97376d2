import { useEffect, useState } from "react";
import { api } from "../api.ts";

/** A line set in the font itself. Shows nothing of its own where the browser does not take the font. */
export function Specimen({ projectId, fileName, family }: { projectId: string; fileName: string; family: string }) {
  const [face, setFace] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const name = `specimen of ${fileName}`;
    const loaded = new FontFace(name, `url("${api.fontUrl(projectId, fileName)}")`);
    document.fonts.add(loaded);
    loaded
      .load()
      .then(() => !gone && setFace(name))
      .catch(() => {
        // The browser refused the font: its line stays in the page's face.
        document.fonts.delete(loaded);
      });
    return () => {
      gone = true;
      document.fonts.delete(loaded);
    };
  }, [projectId, fileName]);
  return (
    <p
      className="specimen"
      data-loaded={face !== null}
      aria-hidden
      style={face === null ? {} : { fontFamily: `"${face}"` }}
    >
      {family}: Hamburgefonstiv 0123456789
    </p>
  );
}
