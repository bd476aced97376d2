import { Button } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../api.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { useAppliance } from "./appliance.tsx";

/** Says on every screen that deliveries are held, because a newsroom would otherwise wait for its site in vain. */
export function HeldBanner() {
  const { data, set } = useAppliance();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  if (data === undefined || !data.settings.deliveries_paused) return null;

  const release = async () => {
    setBusy(true);
    setError(undefined);
    try {
      set(await api.changeSettings({ deliveries_paused: false }));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="held-banner" role="status">
      <IconPlayerPause size={17} stroke={1.8} aria-hidden />
      <p>Deliveries are held: articles are saved here, and no site is told until you release them.</p>
      <Button size="xs" variant="default" loading={busy} onClick={() => void release()}>
        Release deliveries
      </Button>
      {error !== undefined && <ErrorNote error={error} />}
    </div>
  );
}
