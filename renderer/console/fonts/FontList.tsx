import { Button } from "@mantine/core";
import { useState } from "react";
import type { FontFileView } from "../../../server/contracts/fonts-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { bytesWords, counted } from "../words.ts";
import { CorrectFont } from "./CorrectFont.tsx";
import { Specimen } from "./Specimen.tsx";
import { faceWords } from "./words.ts";

export interface FontListProps {
  projectId: string;
  files: FontFileView[];
  onChange: () => void;
}

/** The families with their files, and what is worth a word of each. */
export function FontList({ projectId, files, onChange }: FontListProps) {
  const [correcting, setCorrecting] = useState<FontFileView | null>(null);
  const [removing, setRemoving] = useState<FontFileView | null>(null);
  const families = [...Map.groupBy(files, ({ family }) => family)];
  return (
    <>
      {families.map(([family, members]) => (
        <section key={family} className="font-family" aria-label={family}>
          <h3>
            {family} <span className="cell-quiet">{counted(members.length, "file")}</span>
          </h3>
          <ul className="fonts">
            {members.map((file) => (
              <li key={file.file_name} className="font">
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
          onChange={onChange}
        />
      )}
      <Confirm
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${removing?.original_name ?? "the font"}?`}
        action="Remove the font"
        onConfirm={async () => {
          if (removing !== null) await api.removeFont(projectId, removing.file_name);
          onChange();
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
