import { Button } from "@mantine/core";
import type { ComponentProps } from "react";
import { useUnsavedChanges } from "../lib/leaving.ts";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "./Notes.tsx";

/** A form that sends nothing by itself. */
export function Form({ onSubmit, ...rest }: Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: () => void }) {
  return (
    <form
      className="form"
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

/** Properties of a field that shows `value` and reports what is typed or chosen. */
export const bound = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
});

export interface FormEndProps {
  isChanged: boolean;
  isComplete?: boolean;
  save: { isPending: boolean; isSuccess: boolean; error: unknown };
  /** False if the error is shown at its field. */
  showsError?: boolean;
  onDiscard?: () => void;
}

/** Status, Discard and Save of a settings form. Leaving with changes asks first. */
export function FormEnd({ isChanged, isComplete = true, save, showsError = true, onDiscard }: FormEndProps) {
  const t = messages.settings;
  useUnsavedChanges(isChanged);
  return (
    <>
      {save.error !== null && showsError && <ErrorNote error={save.error} />}
      <div className="form-end">
        <span className="form-said" role="status">
          {isChanged ? messages.common.notSavedYet : save.isSuccess ? messages.common.saved : ""}
        </span>
        {isChanged && onDiscard && (
          <Button variant="default" onClick={onDiscard} disabled={save.isPending}>
            {t.discard}
          </Button>
        )}
        <Button type="submit" loading={save.isPending} disabled={!isChanged || !isComplete}>
          {t.save}
        </Button>
      </div>
    </>
  );
}
