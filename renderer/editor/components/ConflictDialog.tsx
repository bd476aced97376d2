import { Button, Modal } from "@mantine/core";
import { localTime } from "../../shared/Time.tsx";
import type { Desk } from "../desk.ts";
import { messages } from "../messages.ts";
import { useStore } from "../use-store.ts";
import { useAction } from "./use-action.ts";

/** Somebody else saved in between: both sides are named, and the journalist chooses. */
export function ConflictDialog({ desk }: { desk: Desk }) {
  const save = useStore(desk.saver.state);
  const action = useAction();
  if (save.kind !== "conflict") return null;
  const { conflict } = save;
  const { number, user_email, created_at } = conflict.current;
  return (
    <Modal
      opened
      onClose={desk.saver.dismiss}
      title={messages.conflict.title}
      closeButtonProps={{ "aria-label": messages.conflict.cancel }}
    >
      <p>
        {messages.conflict.theirs(number, user_email, localTime(created_at, Date.now()))}{" "}
        {messages.conflict.mine(conflict.base_version)}
      </p>
      <div className="choices">
        <Button data-autofocus fullWidth onClick={desk.saver.keepMine}>
          {messages.conflict.keepMine(conflict.current_version + 1)}
        </Button>
        <p className="hint">{messages.conflict.keepMineHint}</p>
        <Button variant="default" fullWidth onClick={() => action.run(desk.showCurrent)}>
          {messages.conflict.loadTheirs(number)}
        </Button>
        <p className="hint">{messages.conflict.loadTheirsHint}</p>
        <Button variant="subtle" color="gray" fullWidth onClick={desk.saver.dismiss}>
          {messages.conflict.cancel}
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
