import { Switch } from "@mantine/core";
import type { SettingsView } from "../../../server/contracts/console-api.ts";
import { api } from "../api.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { useSave } from "../use-save.ts";

export interface HoldSwitchProps {
  held: boolean;
  onChange: (settings: SettingsView) => void;
}

/** Works at once, and is undone by the same switch. */
export function HoldSwitch({ held, onChange }: HoldSwitchProps) {
  const save = useSave();
  return (
    <section className="block" aria-labelledby="hold">
      <h2 id="hold">Deliveries</h2>
      <Switch
        label="Hold all deliveries"
        description="Saving goes on, and nothing is sent to any site until the switch is off again. Takes effect at once."
        checked={held}
        disabled={save.busy}
        onChange={(event) => {
          const deliveries_paused = event.currentTarget.checked;
          void save.run(async () => onChange(await api.changeSettings({ deliveries_paused })));
        }}
      />
      {save.error !== undefined && <ErrorNote error={save.error} />}
    </section>
  );
}
