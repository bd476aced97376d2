import { Button, Group, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ErrorNote } from "./Notes.tsx";

export interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, in full. */
  children: ReactNode;
  /** The verb on the button: "Delete the session". */
  action: string;
  destructive?: boolean;
  onConfirm: () => Promise<void>;
}

/** Asks once. Stays open with the reason when the action fails. */
export function Confirm({ opened, onClose, title, children, action, destructive = true, onConfirm }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);

  const close = () => {
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened={opened} onClose={close} title={title} size="md" closeButtonProps={{ "aria-label": "Close" }}>
      <div className="confirm-text">{children}</div>
      {error !== undefined && <ErrorNote error={error} />}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          Leave it as it is
        </Button>
        <Button {...(destructive ? { color: "red" } : {})} loading={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
