import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { FontCorrection, FontFileView } from "../../../server/contracts/fonts-api.ts";
import { api } from "../data/api.ts";
import { keys } from "../data/queries.ts";
import { ErrorNote } from "../parts/Notes.tsx";

export interface CorrectFontProps {
  projectId: string;
  file: FontFileView;
  onClose: () => void;
}

const STYLES = ["normal", "italic", "oblique"];

/** Corrects what a font file says of itself: family, weight, style, width, range of characters. */
export function CorrectFont({ projectId, file, onClose }: CorrectFontProps) {
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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const range = values.unicode_range.trim();
    save.mutate({ ...values, unicode_range: range === "" ? null : range });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Correct ${file.original_name}`}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form className="form" onSubmit={submit}>
        <TextInput
          label="Family"
          description="As articles and style sheets call it."
          value={values.family}
          onChange={put("family")}
          maxLength={100}
          data-autofocus
        />
        <div className="form-pair">
          <TextInput
            label="Weight"
            description="1 to 1000, or two for a variable font: 100 900."
            value={values.weight}
            onChange={put("weight")}
          />
          <NativeSelect
            label="Style"
            description="How it leans."
            value={values.style}
            onChange={put("style")}
            data={[...new Set([...STYLES, file.style, style])]}
          />
          <TextInput
            label="Width"
            description="50% to 200%, or two for a variable font."
            value={values.stretch}
            onChange={put("stretch")}
          />
        </div>
        <TextInput
          label="Unicode range"
          description="Only for these characters, such as U+0-24F. Empty: all that the file has."
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
              As the file says
            </Button>
          </span>
          <Button variant="default" onClick={onClose}>
            Leave it as it is
          </Button>
          <Button type="submit" loading={save.isPending} disabled={values.family.trim() === ""}>
            Save the correction
          </Button>
        </div>
      </form>
    </Modal>
  );
}
