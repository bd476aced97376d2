import { Button, TagsInput, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AccessView, PasswordView } from "../../../../server/contracts/access-api.ts";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { Time } from "../../../shared/Time.tsx";
import { useChangeSettings } from "../../data/changes.ts";
import { accessQuery, operationKeys, operations, passwordQuery } from "../../data/operations.ts";
import { keys } from "../../data/queries.ts";
import { useUnsavedChanges } from "../../lib/leaving.ts";
import { messages } from "../../messages/index.ts";
import { CopyLine, Fact, Facts, Phrase } from "../../parts/basics.tsx";
import { ConfirmButton } from "../../parts/Confirm.tsx";
import { Form, FormEnd } from "../../parts/Form.tsx";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";
import { Logins } from "./Logins.tsx";

const MIN_PASSWORD = 12;

export function AccessPage({ settings }: { settings: SettingsView }) {
  const access = useQuery(accessQuery);
  const password = useQuery(passwordQuery);
  const error = access.error ?? password.error;
  return (
    <>
      {access.data !== undefined && password.data !== undefined ? (
        <>
          <Password view={password.data} isOpen={access.data.open} />
          <OtherMachines access={access.data} names={settings.settings.console_hosts} />
        </>
      ) : error ? (
        <ErrorNote error={error} retry={() => void Promise.all([access.refetch(), password.refetch()])} />
      ) : (
        <SkeletonRows rows={4} height={44} />
      )}
      <Logins />
    </>
  );
}

function Password({ view, isOpen }: { view: PasswordView; isOpen: boolean }) {
  const t = messages.access.password;
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const settle = (now: PasswordView) => {
    client.setQueryData(operationKeys.password, now);
    setTyped("");
    return client.invalidateQueries({ queryKey: keys.logins });
  };
  const set = useMutation({ mutationFn: operations.setPassword, onSuccess: settle, gcTime: 0 });
  useUnsavedChanges(typed !== "");

  return (
    <section className="block" aria-labelledby="password">
      <h2 id="password">{t.title}</h2>
      <p className={!view.set && isOpen ? "warning" : "hint"}>
        {view.set && view.set_at !== null ? (
          <Phrase text={t.isSet} parts={{ time: () => <Time iso={view.set_at ?? ""} /> }} />
        ) : isOpen ? (
          t.missing
        ) : (
          t.notNeeded
        )}
      </p>
      <Form onSubmit={() => set.mutate(typed)}>
        <TextInput
          label={view.set ? t.another : t.label}
          description={t.description(MIN_PASSWORD)}
          type="password"
          autoComplete="new-password"
          minLength={MIN_PASSWORD}
          maxLength={1_024}
          value={typed}
          onChange={(event) => {
            set.reset();
            setTyped(event.currentTarget.value);
          }}
        />
        {set.error && <ErrorNote error={set.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {set.isSuccess && typed === "" ? t.done : ""}
          </span>
          {view.set && (
            <ConfirmButton
              button={{ children: t.remove }}
              title={t.removeTitle}
              action={t.removeAction}
              onConfirm={async () => settle(await operations.removePassword())}
            >
              <p>{t.removeWhy}</p>
            </ConfirmButton>
          )}
          <Button type="submit" loading={set.isPending} disabled={typed.length < MIN_PASSWORD}>
            {view.set ? t.change : t.set}
          </Button>
        </div>
      </Form>
    </section>
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
