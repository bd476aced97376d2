/** What the forms of both channels have in common: what was typed over what is stored, until it is stored itself. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationsView } from "../../../../server/contracts/notifications-api.ts";
import { operationKeys } from "../../data/operations.ts";

export function useChannelForm<Fields, Body>(store: (body: Body) => Promise<NotificationsView>) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const save = useMutation({
    mutationFn: store,
    // Its variables hold a password or a secret.
    gcTime: 0,
    onSuccess: (view) => {
      client.setQueryData(operationKeys.notifications, view);
      setTyped({});
    },
  });
  return {
    typed,
    save,
    change(part: Partial<Fields>): void {
      save.reset();
      setTyped((before) => ({ ...before, ...part }));
    },
    discard(): void {
      save.reset();
      setTyped({});
    },
  };
}
