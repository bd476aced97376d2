import { TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AccessView } from "../../../../server/contracts/access-api.ts";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../../data/changes.ts";
import { accessQuery } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { Block, CodeFact, CopyLine, Fact, Facts, Phrase } from "../../parts/basics.tsx";
import { Form, FormEnd, useDraft } from "../../parts/Form.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Logins } from "./Logins.tsx";

export function AccessPage({ settings }: { settings: SettingsView }) {
  const access = useQuery(accessQuery);
  return (
    <>
      <Loaded query={access} rows={4} height={44}>
        {(data) => <OtherMachines access={data} names={settings.settings.console_hosts} />}
      </Loaded>
      <Logins />
    </>
  );
}

function OtherMachines({ access, names }: { access: AccessView; names: string[] }) {
  const t = messages.access.others;
  const save = useChangeSettings();
  const { values, changed, change, clear, discard } = useDraft({ console_hosts: names }, save);

  return (
    <Block id="others" title={t.title} level={2}>
      <p className="hint">
        <Phrase text={access.open ? t.open : t.closed} />
      </p>
      <Facts>
        <CodeFact name={t.listensOn}>{access.listens_on}</CodeFact>
        <Fact name={t.urls}>
          {access.addresses.slice(0, 6).map((address) => (
            <div key={address}>
              <CopyLine value={address} what={t.url} />
            </div>
          ))}
        </Fact>
      </Facts>
      <Form onSubmit={() => save.mutate(values, { onSuccess: clear })}>
        <TagsInput
          label={t.names}
          description={<Phrase text={t.namesWhy} />}
          placeholder={values.console_hosts.length === 0 ? "console.example.org" : ""}
          classNames={{ input: "mono-tags" }}
          splitChars={[",", " "]}
          value={values.console_hosts}
          onChange={(console_hosts) => change({ console_hosts })}
        />
        <FormEnd isChanged={changed.length > 0} save={save} onDiscard={discard} />
      </Form>
    </Block>
  );
}
