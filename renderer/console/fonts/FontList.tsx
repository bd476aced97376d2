import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FontFileView } from "../../../server/contracts/fonts-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { keys } from "../data/queries.ts";
import { bytesWords, counted } from "../lib/words.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { CorrectFont } from "./CorrectFont.tsx";
import { faceWords } from "./words.ts";

/** The families with their files, and what is worth a word of each. */
export function FontList({ projectId, files }: { projectId: string; files: FontFileView[] }) {
  const client = useQueryClient();
  const [correcting, setCorrecting] = useState<FontFileView | null>(null);
  const [removing, setRemoving] = useState<FontFileView | null>(null);
  const families = [...Map.groupBy(files, ({ family }) => family)];
  return (
    <>
      {families.map(([family, members]) => (
        <section key={family} className="font-family" aria-label={family}>
          <h3>
            {family} <span className="font-count">{counted(members.length, "file")}</span>
          </h3>
          <ul className="font-files">
            {members.map((file) => (
              <li key={file.file_name} className="font-file">
                <span className="font-face">{faceWords(file)}</span>
                <span className="font-tools">
                  <Button size="compact-xs" variant="subtle" onClick={() => setCorrecting(file)}>
                    Correct…<span className="visually-hidden"> {file.original_name}</span>
                  </Button>
                  <Button size="compact-xs" variant="subtle" color="red" onClick={() => setRemoving(file)}>
                    Remove…<span className="visually-hidden"> {file.original_name}</span>
                  </Button>
                </span>
                <Specimen projectId={projectId} fileName={file.woff2?.file_name ?? file.file_name} family={family} />
                <FontFacts file={file} />
                {file.warnings.map((warning) => (
                  <p key={warning} className="warning font-warning">
                    {warning}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {correcting !== null && (
        <CorrectFont
          key={correcting.file_name}
          projectId={projectId}
          file={correcting}
          onClose={() => setCorrecting(null)}
        />
      )}
      <Confirm
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${removing?.original_name ?? "the font"}?`}
        action="Remove the font"
        onConfirm={async () => {
          if (removing !== null) await api.removeFont(projectId, removing.file_name);
          await client.invalidateQueries({ queryKey: keys.fonts(projectId) });
        }}
      >
        <p>
          It goes from this list. Sites keep it until you publish, and snapshots that were published keep it for good.
        </p>
      </Confirm>
    </>
  );
}

function FontFacts({ file }: { file: FontFileView }) {
  const made = file.woff2 === null ? "" : ` + woff2 ${bytesWords(file.woff2.size)}`;
  const axes = file.axes.map((axis) => `${axis.name} ${axis.min} to ${axis.max}`).join(", ");
  const corrected = (["family", "weight", "style", "stretch"] as const).filter((key) => file[key] !== file.read[key]);
  return (
    <p className="font-facts">
      {file.original_name} · {file.format} {bytesWords(file.size)}
      {made} · {counted(file.read.characters, "character")} · <Time iso={file.uploaded_at} />
      {axes !== "" && <> · variable: {axes}</>}
      {file.unicode_range !== null && <> · only for {file.unicode_range}</>}
      {corrected.length > 0 && file.read.family !== "" && (
        <>
          {" "}
          · corrected; the file says {file.read.family} {faceWords(file.read)}
        </>
      )}
    </p>
  );
}

/** A line set in the font itself. Shows nothing of its own where the browser does not take the font. */
function Specimen({ projectId, fileName, family }: { projectId: string; fileName: string; family: string }) {
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
      className="font-specimen"
      data-loaded={face !== null}
      aria-hidden
      style={face === null ? {} : { fontFamily: `"${face}"` }}
    >
      {family}: Hamburgefonstiv 0123456789
    </p>
  );
}
