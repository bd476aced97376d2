import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FontCorrection, FontFileView } from "../../../server/contracts/fonts-api.ts";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { keys } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../parts/Confirm.tsx";
import { Form, Submit, useDraft } from "../parts/Form.tsx";

interface CorrectFontProps {
  projectId: string;
  file: FontFileView;
  onClose: () => void;
}

const STYLES = ["normal", "italic", "oblique"];

export function CorrectFont({ projectId, file, onClose }: CorrectFontProps) {
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
  const { values, change, field } = useDraft(saved, save);
  const { family, weight, style, stretch } = file.read;

  const submit = () => {
    const range = values.unicode_range.trim();
    save.mutate({ ...values, unicode_range: range === "" ? null : range });
  };

  return (
    <Dialog opened onClose={onClose} title={t.title(file.original_name)} size="lg">
      <Form onSubmit={submit}>
        <TextInput label={t.family} {...field("family")} maxLength={100} data-autofocus />
        <div className="form-pair">
          <TextInput label={t.weight} description={t.weightHint} {...field("weight")} />
          <NativeSelect
            label={t.style}
            description={t.styleHint}
            {...field("style")}
            data={[...new Set([...STYLES, file.style, style])]}
          />
          <TextInput label={t.width} description={t.widthHint} {...field("stretch")} />
        </div>
        <TextInput label={t.range} description={t.rangeHint} {...field("unicode_range")} />
        <Submit
          send={save}
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
          ready={values.family.trim() !== ""}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
