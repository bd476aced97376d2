import { Switch, TextInput } from "@mantine/core";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../../data/changes.ts";
import { messages } from "../../messages/index.ts";
import { Block } from "../../parts/basics.tsx";
import { Form, FormEnd, useDraft } from "../../parts/Form.tsx";

/** Defaults of the switch. */
const NIGHT = { from: "22:00", to: "07:00" };

/** In the local time of the machine, which may differ from that of the browser. */
export function QuietHours({ settings: { quiet_hours } }: { settings: SettingsView["settings"] }) {
  const t = messages.notifications.quiet;
  const save = useChangeSettings();
  const saved = { isOn: quiet_hours !== null, ...(quiet_hours ?? NIGHT) };
  const { values, field, toggle, clear, discard } = useDraft(saved, save);
  const { isOn, ...times } = values;
  const hours = isOn ? times : null;
  return (
    <Block id="quiet" title={t.title} level={2}>
      <Form onSubmit={() => save.mutate({ quiet_hours: hours }, { onSuccess: clear })}>
        <Switch label={t.on} description={t.why} {...toggle("isOn")} />
        {hours !== null && (
          <div className="form-pair">
            <TextInput type="time" label={t.from} {...field("from")} />
            <TextInput type="time" label={t.to} {...field("to")} />
          </div>
        )}
        <FormEnd
          isChanged={hours?.from !== quiet_hours?.from || hours?.to !== quiet_hours?.to}
          isComplete={hours === null || (hours.from !== "" && hours.to !== "")}
          save={save}
          onDiscard={discard}
        />
      </Form>
    </Block>
  );
}
