import { Button, Modal } from "@mantine/core";
import { localTime } from "../../shared/Time.tsx";
import type { Desk } from "../desk.ts";
import { messages } from "../messages.ts";
import { useStore } from "../use-store.ts";
import { useAction } from "./use-action.ts";

const t = messages.conflict;

/** Somebody else saved in between: both sides are named, and the journalist chooses. */
export function ConflictDialog({ desk }: { desk: Desk }) {
  const save = useStore(desk.saver.state);
  const action = useAction();
  if (save.kind !== "conflict") return null;
  const { conflict } = save;
  const { number, user_email, created_at } = conflict.current;
  return (
    <Modal opened onClose={desk.saver.dismiss} title={t.title} closeButtonProps={{ "aria-label": t.cancel }}>
      <p>
        {t.theirs(number, user_email, localTime(created_at, Date.now()))} {t.mine(conflict.base_version)}
      </p>
      <div className="choices">
        <Button data-autofocus fullWidth onClick={desk.saver.keepMine}>
          {t.keepMine(conflict.current_version + 1)}
        </Button>
        <p className="hint">{t.keepMineHint}</p>
        <Button variant="default" fullWidth onClick={() => action.run(desk.showCurrent)}>
          {t.loadTheirs(number)}
        </Button>
        <p className="hint">{t.loadTheirsHint}</p>
        <Button variant="subtle" color="gray" fullWidth onClick={desk.saver.dismiss}>
          {t.cancel}
        </Button>
        {action.problem !== null && (
          <p role="alert" className="problem">
            {action.problem}
          </p>
        )}
      </div>
    </Modal>
  );
}
