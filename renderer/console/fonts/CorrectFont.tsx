import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FontCorrection, FontFileView } from "../../../server/contracts/fonts-api.ts";
import { api } from "../data/api.ts";
import { keys } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Form } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

interface CorrectFontProps {
  projectId: string;
  file: FontFileView;
  onClose: () => void;
}

const STYLES = ["normal", "italic", "oblique"];

export function CorrectFont({ projectId, file, onClose }: CorrectFontProps) {
  const t = messages.fonts.correcting;
  const [values, setValues] = useState({
    family: file.family,
    weight: file.weight,
    style: file.style,
    stretch: file.stretch,
    unicode_range: file.unicode_range ?? "",
  });
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (correction: FontCorrection) => api.correctFont(projectId, file.file_name, correction),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.fonts(projectId) });
      onClose();
    },
  });
  const put = (key: keyof typeof values) => (event: { currentTarget: { value: string } }) =>
    setValues({ ...values, [key]: event.currentTarget.value });
  const { family, weight, style, stretch } = file.read;

  const submit = () => {
    const range = values.unicode_range.trim();
    save.mutate({ ...values, unicode_range: range === "" ? null : range });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title(file.original_name)}
      size="lg"
      closeButtonProps={{ "aria-label": messages.common.close }}
    >
      <Form onSubmit={submit}>
        <TextInput label={t.family} value={values.family} onChange={put("family")} maxLength={100} data-autofocus />
        <div className="form-pair">
          <TextInput label={t.weight} description={t.weightHint} value={values.weight} onChange={put("weight")} />
          <NativeSelect
            label={t.style}
            description={t.styleHint}
            value={values.style}
            onChange={put("style")}
            data={[...new Set([...STYLES, file.style, style])]}
          />
          <TextInput label={t.width} description={t.widthHint} value={values.stretch} onChange={put("stretch")} />
        </div>
        <TextInput
          label={t.range}
          description={t.rangeHint}
          value={values.unicode_range}
          onChange={put("unicode_range")}
        />
        {save.error && <ErrorNote error={save.error} />}
        <div className="form-end">
          <span className="form-said">
            <Button
              variant="subtle"
              size="xs"
              onClick={() => setValues({ family: family || file.family, weight, style, stretch, unicode_range: "" })}
            >
              {t.asFileSays}
            </Button>
          </span>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={values.family.trim() === ""}>
            {messages.settings.save}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
