import { Button } from "@mantine/core";
import { useUnsavedChanges } from "../lib/leaving.ts";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "../parts/Notes.tsx";

export interface FormEndProps {
  isChanged: boolean;
  /** Whether it can be saved as it stands. */
  isComplete?: boolean;
  save: { isPending: boolean; isSuccess: boolean; error: unknown };
  /** False where the error stands at its field already. */
  showsError?: boolean;
  onDiscard: () => void;
}

/** The end of a form of the settings: its state in words, and what can be done with the changes. Leaving them is asked about. */
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
        {isChanged && (
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
