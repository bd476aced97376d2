import { Button, type ButtonProps, Group, Modal, type ModalProps, Stack, VisuallyHidden } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { messages } from "../messages/index.ts";
import { EnvironmentMark } from "./basics.tsx";
import { Form } from "./Form.tsx";
import { ErrorNote } from "./Notes.tsx";

export function Dialog(props: ModalProps) {
  return <Modal size="md" closeButtonProps={{ "aria-label": messages.common.close }} {...props} />;
}

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
  action: string;
  /** Name of what the action changes. */
  of?: string;
  /** The project that it changes. */
  project?: Pick<ProjectView, "name" | "environment">;
  destructive?: boolean;
  /** False while input is missing. */
  ready?: boolean;
  onConfirm: () => Promise<unknown>;
}

/** A confirmation dialog. Stays open with the error if the action fails. Enter in a field confirms unless it is destructive. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, action, project, of = project?.name, destructive = true, ready = true } = props;
  const confirm = useMutation({ mutationFn: props.onConfirm, onSuccess: onClose });
  const close = () => {
    confirm.reset();
    onClose();
  };
  const title = of === undefined ? `${action}?` : `${action}: ${of}?`;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={
        <span className="line">
          {project && <EnvironmentMark environment={project.environment} />} {title}
        </span>
      }
    >
      <Form className="wrap" onSubmit={() => !destructive && confirm.mutate()}>
        <Stack gap="lg">{props.children}</Stack>
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
        {button?.children ?? rowWords(`${confirm.action}…`, confirm.of)}
      </Button>
      <Confirm {...confirm} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** The label of a button in a row, which names the row for screen readers. */
export const rowWords = (label: string, row: string | undefined) =>
  row === undefined ? (
    label
  ) : (
    <>
      {label}
      <VisuallyHidden> {row}</VisuallyHidden>
    </>
  );

export const ROW_BUTTON = { size: "compact-xs", variant: "subtle" };
