/** State of a channel form: typed values over stored ones. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationsView } from "../../../../server/contracts/notifications-api.ts";
import { operationKeys } from "../../data/operations.ts";

export function useChannelForm<Fields, Body>(store: (body: Body) => Promise<NotificationsView>) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const save = useMutation({
    mutationFn: store,
    // The variables contain a secret.
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
