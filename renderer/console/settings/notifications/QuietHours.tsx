import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../../data/changes.ts";
import { messages } from "../../messages/index.ts";
import { bound, Form, FormEnd } from "../../parts/Form.tsx";

type Hours = NonNullable<SettingsView["settings"]["quiet_hours"]>;

/** Of the switch, before other times are chosen. */
const NIGHT: Hours = { from: "22:00", to: "07:00" };

/** In the local time of the machine, which may differ from that of the browser. */
export function QuietHours({ settings: { quiet_hours } }: { settings: SettingsView["settings"] }) {
  const t = messages.notifications.quiet;
  const save = useChangeSettings();
  const [typed, setTyped] = useState<Hours | null | undefined>(undefined);
  const hours = typed === undefined ? quiet_hours : typed;
  const change = (next: Hours | null | undefined) => {
    save.reset();
    setTyped(next);
  };
  return (
    <section className="block" aria-labelledby="quiet">
      <h2 id="quiet">{t.title}</h2>
      <Form onSubmit={() => save.mutate({ quiet_hours: hours }, { onSuccess: () => setTyped(undefined) })}>
        <Switch
          label={t.on}
          description={t.why}
          checked={hours !== null}
          onChange={(event) => change(event.currentTarget.checked ? (quiet_hours ?? NIGHT) : null)}
        />
        {hours !== null && (
          <div className="form-pair">
            <TextInput type="time" label={t.from} {...bound(hours.from, (from) => change({ ...hours, from }))} />
            <TextInput type="time" label={t.to} {...bound(hours.to, (to) => change({ ...hours, to }))} />
          </div>
        )}
        <FormEnd
          isChanged={hours?.from !== quiet_hours?.from || hours?.to !== quiet_hours?.to}
          isComplete={hours === null || (hours.from !== "" && hours.to !== "")}
          save={save}
          onDiscard={() => change(undefined)}
        />
      </Form>
    </section>
  );
}
