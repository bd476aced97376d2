import { TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AccessView } from "../../../../server/contracts/access-api.ts";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../../data/changes.ts";
import { accessQuery } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { CopyLine, Fact, Facts, Phrase } from "../../parts/basics.tsx";
import { Form, FormEnd } from "../../parts/Form.tsx";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";
import { Logins } from "./Logins.tsx";

export function AccessPage({ settings }: { settings: SettingsView }) {
  const access = useQuery(accessQuery);
  return (
    <>
      {access.data !== undefined ? (
        <OtherMachines access={access.data} names={settings.settings.console_hosts} />
      ) : access.error ? (
        <ErrorNote error={access.error} retry={() => void access.refetch()} />
      ) : (
        <SkeletonRows rows={4} height={44} />
      )}
      <Logins />
    </>
  );
}

function OtherMachines({ access, names }: { access: AccessView; names: string[] }) {
  const t = messages.access.others;
  const [typed, setTyped] = useState<string[] | null>(null);
  const save = useChangeSettings();
  const shown = typed ?? names;
  const isChanged = typed !== null && typed.join("\n") !== names.join("\n");

  return (
    <section className="block" aria-labelledby="others">
      <h2 id="others">{t.title}</h2>
      <p className="hint">
        <Phrase text={access.open ? t.open : t.closed} />
      </p>
      <Facts>
        <Fact name={t.listensOn}>
          <code>{access.listens_on}</code>
        </Fact>
        <Fact name={t.urls}>
          {access.addresses.slice(0, 6).map((address) => (
            <div key={address}>
              <CopyLine value={address} what={t.url} />
            </div>
          ))}
        </Fact>
      </Facts>
      <Form onSubmit={() => save.mutate({ console_hosts: shown }, { onSuccess: () => setTyped(null) })}>
        <TagsInput
          label={t.names}
          description={<Phrase text={t.namesWhy} />}
          placeholder={shown.length === 0 ? "console.example.org" : ""}
          classNames={{ input: "mono-tags" }}
          splitChars={[",", " "]}
          value={shown}
          onChange={(value) => {
            save.reset();
            setTyped(value);
          }}
        />
        <FormEnd
          isChanged={isChanged}
          save={save}
          onDiscard={() => {
            save.reset();
            setTyped(null);
          }}
        />
      </Form>
    </section>
  );
}
