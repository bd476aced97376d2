import { Box, Button, NativeSelect, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FontCorrection, FontFileView } from "../../../server/contracts/fonts-api.ts";
import { browserValue } from "../../shared/browser-value.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { keys } from "../data/queries.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { ConfirmButton, Dialog, ROW_BUTTON, rowWords } from "../parts/Confirm.tsx";
import { bound, Form, Submit, useDraft } from "../parts/Form.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { faceWords, gapsOf } from "./words.ts";

/** The sample text, for all projects. */
const storedSpecimen = browserValue("galley:specimen");

export function FontList({ projectId, files }: { projectId: string; files: FontFileView[] }) {
  const t = messages.fonts;
  const [text, setText] = useState(() => storedSpecimen.read() ?? "");
  const typeText = (typed: string) => {
    setText(typed);
    storedSpecimen.write(typed === "" ? null : typed);
  };
  const families = [...Map.groupBy(files, ({ family }) => family)];
  if (files.length === 0) return null;
  return (
    <>
      <TextInput
        maw="32rem"
        size="xs"
        label={t.specimen}
        placeholder={t.specimenText}
        {...bound(text, typeText)}
        maxLength={200}
      />
      {families.map(([family, members]) => (
        <Box component="section" key={family} mt="lg" aria-label={family}>
          <h3 className="subtitle wrap">
            {family} <span className="muted">{t.files(members.length)}</span>
          </h3>
          <Gaps family={family} members={members} />
          <ul className="list ruled">
            {members.map((file) => (
              <Face
                key={file.file_name}
                projectId={projectId}
                file={file}
                specimen={text.trim() === "" ? `${family}: ${t.specimenText}` : text}
              />
            ))}
          </ul>
        </Box>
      ))}
    </>
  );
}

interface FaceProps {
  projectId: string;
  file: FontFileView;
  specimen: string;
}

function Face({ projectId, file, specimen }: FaceProps) {
  const t = messages.fonts;
  const [isCorrecting, setCorrecting] = useState(false);
  const refresh = useRefresh(keys.fonts(projectId));
  return (
    <li>
      <div className="between">
        <span className="strong">{faceWords(file)}</span>
        <RequireRole atLeast="operator">
          <span>
            <Button {...ROW_BUTTON} onClick={() => setCorrecting(true)}>
              {rowWords(t.correct, file.original_name)}
            </Button>
            <ConfirmButton
              button={{ ...ROW_BUTTON, color: "red" }}
              action={t.remove}
              of={file.original_name}
              onConfirm={() => api.removeFont(projectId, file.file_name).then(refresh)}
            >
              <p>{t.removeWhy}</p>
            </ConfirmButton>
          </span>
        </RequireRole>
      </div>
      <Specimen projectId={projectId} fileName={file.woff2?.file_name ?? file.file_name}>
        {specimen}
      </Specimen>
      <FontFacts file={file} />
      {file.warnings.map((warning, index) => (
        <p key={warning} className="notice">
          {localized(warning, file.warning_sentences[index])}
        </p>
      ))}
      {isCorrecting && <CorrectFont projectId={projectId} file={file} onClose={() => setCorrecting(false)} />}
    </li>
  );
}

function FontFacts({ file }: { file: FontFileView }) {
  const t = messages.fonts;
  const converted = file.woff2 === null ? "" : ` + woff2 ${sizeInWords(file.woff2.size)}`;
  const axes = file.axes.map((axis) => t.axis(axis.name, axis.min, axis.max)).join(", ");
  const corrected = (["family", "weight", "style", "stretch"] as const).filter((key) => file[key] !== file.read[key]);
  return (
    <p className="muted wrap">
      {file.original_name} · {file.format} {sizeInWords(file.size)}
      {converted} · {t.characters(file.read.characters)} · <Time iso={file.uploaded_at} />
      {axes !== "" && <> · {t.variable(axes)}</>}
      {file.unicode_range !== null && <> · {t.onlyFor(file.unicode_range)}</>}
      {corrected.length > 0 && file.read.family !== "" && (
        <> · {t.corrected(`${file.read.family} ${faceWords(file.read)}`)}</>
      )}
    </p>
  );
}

function Gaps({ family, members }: { family: string; members: FontFileView[] }) {
  const gaps = gapsOf(members);
  if (gaps.length === 0) return null;
  return (
    <ul className="list muted" aria-label={messages.fonts.gaps.label(family)}>
      {gaps.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Specimen({ projectId, fileName, children }: { projectId: string; fileName: string; children: string }) {
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
        document.fonts.delete(loaded);
      });
    return () => {
      gone = true;
      document.fonts.delete(loaded);
    };
  }, [projectId, fileName]);
  return (
    <Text
      className="cut"
      fz="1.375rem"
      lh={1.5}
      m={0}
      data-loaded={face !== null}
      c={face === null ? "dimmed" : "inherit"}
      ff={face === null ? "inherit" : `"${face}"`}
      aria-hidden
    >
      {children}
    </Text>
  );
}

interface CorrectFontProps {
  projectId: string;
  file: FontFileView;
  onClose: () => void;
}

const STYLES = ["normal", "italic", "oblique"];

function CorrectFont({ projectId, file, onClose }: CorrectFontProps) {
  const t = messages.fonts.correcting;
  const refresh = useRefresh(keys.fonts(projectId));
  const save = useMutation({
    mutationFn: (correction: FontCorrection) => api.correctFont(projectId, file.file_name, correction),
    onSuccess: () => {
      void refresh();
      onClose();
    },
  });
  const saved = {
    family: file.family,
    weight: file.weight,
    style: file.style,
    stretch: file.stretch,
    unicode_range: file.unicode_range ?? "",
  };
  const { values, change, field, send } = useDraft(saved, save);
  const { family, weight, style, stretch } = file.read;

  const submit = () => {
    const range = values.unicode_range.trim();
    save.mutate({ ...values, unicode_range: range === "" ? null : range });
  };

  return (
    <Dialog opened onClose={onClose} title={t.title(file.original_name)} size="lg">
      <Form onSubmit={submit}>
        <TextInput label={t.family} {...field("family")} required maxLength={100} data-autofocus />
        <div className="form-pair">
          <TextInput label={t.weight} description={t.weightHint} {...field("weight")} />
          <NativeSelect label={t.style} {...field("style")} data={[...new Set([...STYLES, file.style, style])]} />
          <TextInput label={t.width} description={t.widthHint} {...field("stretch")} />
        </div>
        <TextInput label={t.range} description={t.rangeHint} {...field("unicode_range")} />
        <Submit
          send={send}
          status={
            <Button
              variant="subtle"
              size="xs"
              onClick={() => change({ family: family || file.family, weight, style, stretch, unicode_range: "" })}
            >
              {t.resetToFile}
            </Button>
          }
          action={messages.settings.save}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
