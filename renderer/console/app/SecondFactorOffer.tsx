import { Button } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { navigate } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";

/** Kept until a reload or a choice. */
let isOffered = false;
const listeners = new Set<() => void>();

/** @param on whether the account has just set a password */
export function offerSecondFactor(on: boolean) {
  isOffered = on;
  for (const notify of listeners) notify();
}

export function SecondFactorOffer() {
  const t = messages.invitation;
  const isShown = useSyncExternalStore(subscribe, () => isOffered);
  if (!isShown) return null;
  return (
    <div className="between shell-banner" role="status">
      <IconShieldLock size={17} stroke={1.8} aria-hidden />
      <p className="grow">{t.offer}</p>
      <Button
        size="xs"
        onClick={() => {
          offerSecondFactor(false);
          navigate("/settings/account");
        }}
      >
        {t.setUp}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => offerSecondFactor(false)}>
        {t.notNow}
      </Button>
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
