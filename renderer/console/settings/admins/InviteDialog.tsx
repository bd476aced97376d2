import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { AccountInvitation, NewAccount, Role } from "../../../../server/contracts/accounts-api.ts";
import { accounts } from "../../data/accounts.ts";
import { faultsOf } from "../../lib/faults.ts";
import { messages } from "../../messages/index.ts";
import { Radios } from "../../parts/Choices.tsx";
import { Dialog } from "../../parts/Confirm.tsx";
import { Form, Submit, useDraft } from "../../parts/Form.tsx";

interface InviteDialogProps {
  onCreated: (created: AccountInvitation) => void;
  onClose: () => void;
}

export function InviteDialog({ onCreated, onClose }: InviteDialogProps) {
  const t = messages.admins;
  const { label, names, about } = messages.roles;
  const invite = useMutation({
    mutationFn: (body: NewAccount) => accounts.invite({ ...body, name: body.name.trim(), email: body.email.trim() }),
    onSuccess: onCreated,
    gcTime: 0,
  });
  const { values, field, change } = useDraft({ name: "", email: "", role: "operator" as Role }, invite);
  const faults = faultsOf(invite.error);
  return (
    <Dialog opened onClose={onClose} title={t.inviteTitle}>
      <Form onSubmit={() => invite.mutate(values)}>
        <TextInput
          label={messages.common.name}
          {...field("name")}
          error={faults.name}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label={messages.common.email}
          type="email"
          {...field("email")}
          error={faults.email}
          maxLength={320}
          autoComplete="off"
        />
        <Radios label={label} words={names} about={about} value={values.role} onChange={(role) => change({ role })} />
        <Submit
          send={invite}
          fields={["name", "email"]}
          action={messages.common.createLink}
          ready={values.name.trim() !== "" && values.email.trim() !== ""}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
