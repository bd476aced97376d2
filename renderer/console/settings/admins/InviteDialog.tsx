import { Button, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AccountInvitation, Role } from "../../../../server/contracts/accounts-api.ts";
import { accounts } from "../../data/accounts.ts";
import { ROLES } from "../../data/me.ts";
import { faultsOf, isAtFields } from "../../lib/faults.ts";
import { messages } from "../../messages/index.ts";
import { bound, Form } from "../../parts/Form.tsx";
import { ErrorNote } from "../../parts/Notes.tsx";

interface InviteDialogProps {
  onMade: (made: AccountInvitation) => void;
  onClose: () => void;
}

export function InviteDialog({ onMade, onClose }: InviteDialogProps) {
  const t = messages.admins;
  const { label, names, about } = messages.roles;
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("operator");
  const invite = useMutation({
    mutationFn: () => accounts.invite({ name: name.trim(), email: email.trim(), role }),
    onSuccess: onMade,
    gcTime: 0,
  });
  const faults = faultsOf(invite.error);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.inviteTitle}
      size="md"
      closeButtonProps={{ "aria-label": messages.common.close }}
    >
      <Form onSubmit={() => invite.mutate()} onChange={() => invite.reset()}>
        <TextInput
          label={t.name}
          {...bound(name, setName)}
          error={faults.name}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label={t.email}
          type="email"
          {...bound(email, setEmail)}
          error={faults.email}
          maxLength={320}
          autoComplete="off"
        />
        <Radio.Group
          label={label}
          value={role}
          onChange={(value) => setRole(ROLES.find((each) => each === value) ?? role)}
        >
          <Stack gap="xs" mt="xs">
            {ROLES.map((value) => (
              <Radio key={value} value={value} label={names[value]} description={about[value]} />
            ))}
          </Stack>
        </Radio.Group>
        {invite.error !== null && !isAtFields(invite.error, ["name", "email"]) && <ErrorNote error={invite.error} />}
        <div className="form-end">
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={name.trim() === "" || email.trim() === ""}>
            {t.action}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
