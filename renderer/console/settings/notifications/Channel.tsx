import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NotificationChannel, NotificationsView } from "../../../../server/contracts/notifications-api.ts";
import { said } from "../../../shared/language.ts";
import { operationKeys, operations } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { ConfirmButton } from "../../parts/Confirm.tsx";
import { FormEnd, type FormEndProps, useDraft } from "../../parts/Form.tsx";
import { ErrorNote } from "../../parts/Notes.tsx";

interface ChannelEndProps extends FormEndProps {
  channel: NotificationChannel;
  isSetUp: boolean;
}

export function ChannelEnd({ channel, isSetUp, ...form }: ChannelEndProps) {
  const t = messages.notifications;
  const client = useQueryClient();
  const test = useMutation({ mutationFn: () => operations.test(channel) });
  return (
    <>
      {test.error && <ErrorNote error={test.error} />}
      {test.data !== undefined && !test.isPending && (
        <p className="notice" data-tone={test.data.sent ? "taken" : "refused"} role="status">
          <strong>{test.data.sent ? t.testSent : t.testFailed}</strong>{" "}
          {said(test.data.sentence, test.data.sentence_sentence)}
        </p>
      )}
      <FormEnd {...form} />
      {isSetUp && (
        <Group justify="flex-end">
          <span className="form-said">{form.isChanged ? t.testSaves : ""}</span>
          <ConfirmButton
            button={{ children: t.remove }}
            title={t.removeTitle[channel]}
            action={t.remove}
            onConfirm={async () => {
              client.setQueryData(operationKeys.notifications, await operations.removeChannel(channel));
              form.onDiscard?.();
            }}
          >
            <p>{t.removeWhy}</p>
          </ConfirmButton>
          <Button variant="default" loading={test.isPending} disabled={form.isChanged} onClick={() => test.mutate()}>
            {t.test}
          </Button>
        </Group>
      )}
    </>
  );
}

export function useChannelForm<Fields extends object, Body>(
  saved: Fields,
  store: (body: Body) => Promise<NotificationsView>,
) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: store,
    // The variables contain a secret.
    gcTime: 0,
    onSuccess: (view) => client.setQueryData(operationKeys.notifications, view),
  });
  return { save, ...useDraft(saved, save) };
}
