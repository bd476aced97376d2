import { Button, type ButtonProps, Group, Modal, type ModalProps, Stack, VisuallyHidden } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { messages } from "../messages/index.ts";
import { Form } from "./Form.tsx";
import { ErrorNote } from "./Notes.tsx";

export function Dialog(props: ModalProps) {
  return <Modal size="md" closeButtonProps={{ "aria-label": messages.common.close }} {...props} />;
}

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  /** The action as a question unless set. */
  title?: ReactNode;
  children: ReactNode;
  action: string;
  destructive?: boolean;
  /** False while input is missing. */
  ready?: boolean;
  onConfirm: () => Promise<unknown>;
}

/** A confirmation dialog. Stays open with the error if the action fails. Enter in a field confirms unless it is destructive. */
export function Confirm(props: ConfirmProps) {
  const {
    opened,
    onClose,
    action,
    title = `${action}?`,
    children,
    destructive = true,
    ready = true,
    onConfirm,
  } = props;
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = () => {
    confirm.reset();
    onClose();
  };

  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Form className="wrap" onSubmit={() => !destructive && confirm.mutate()}>
        <Stack gap="lg">{children}</Stack>
        {confirm.error && <ErrorNote error={confirm.error} />}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            {messages.common.cancel}
          </Button>
          <Button
            {...(destructive ? { color: "red", onClick: () => confirm.mutate() } : { type: "submit" })}
            loading={confirm.isPending}
            disabled={!ready}
          >
            {action}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmProps, "opened" | "onClose"> {
  button?: ButtonProps & { children?: ReactNode; "aria-label"?: string };
}

/** A button that is named after the action unless it has children. */
export function ConfirmButton({ button, ...confirm }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)}>
        {button?.children ?? `${confirm.action}…`}
      </Button>
      <Confirm {...confirm} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** The button of a row, which names the row for screen readers. */
export const rowButton = (label: string, row: string) => ({
  size: "compact-xs",
  variant: "subtle",
  children: (
    <>
      {label}
      <VisuallyHidden> {row}</VisuallyHidden>
    </>
  ),
});
