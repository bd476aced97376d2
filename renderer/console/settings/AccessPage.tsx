import { TagsInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { AccessView, LoginRow } from "../../../server/contracts/access-api.ts";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useChangeSettings, useRefresh } from "../data/changes.ts";
import { accessQuery, keys, loginsQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Block, CodeFact, CopyLine, Fact, Facts, Phrase, SmallButton } from "../parts/basics.tsx";
import { rowWords } from "../parts/Confirm.tsx";
import { Form, FormEnd, useListDraft } from "../parts/Form.tsx";
import { Items, Loaded } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

export function AccessPage({ settings }: { settings: SettingsView }) {
  return (
    <>
      <Loaded query={accessQuery}>
        {(data) => <OtherMachines access={data} names={settings.settings.console_hosts} />}
      </Loaded>
      <Logins />
    </>
  );
}

function OtherMachines({ access, names }: { access: AccessView; names: string[] }) {
  const t = messages.access.others;
  const save = useChangeSettings();
  const form = useListDraft(names, save);

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
              <CopyLine value={address} what={t.urls} />
            </div>
          ))}
        </Fact>
      </Facts>
      <Form onSubmit={() => save.mutate({ console_hosts: form.values }, { onSuccess: form.clear })}>
        <TagsInput
          label={t.names}
          description={<Phrase text={t.namesWhy} />}
          placeholder={form.values.length === 0 ? "console.example.org" : ""}
          classNames={{ input: "mono-tags" }}
          splitChars={[",", " ", "\n"]}
          value={form.values}
          onChange={form.change}
        />
        <FormEnd form={form} />
      </Form>
    </Block>
  );
}

export function Logins() {
  const t = messages.access.logins;
  const logins = useQuery(loginsQuery);
  const end = useMutation({
    mutationFn: (login: LoginRow) => (login.current ? api.logout() : api.endLogin(login.id)),
    onSuccess: useRefresh(keys.logins),
  });
  return (
    <Block id="logins" title={t.title} level={2}>
      <Items list={logins} none={t.none}>
        {(login) => (
          <li className="between">
            <div className="grow">
              <p>
                {login.person !== null && <strong>{login.person.name} · </strong>}
                {login.kind === "window" ? t.window : browserName(login.user_agent)}
                {login.current && <strong> · {t.current}</strong>}
              </p>
              <p className="hint">
                <Phrase
                  text={t.about(login.address, t.kinds[login.kind])}
                  parts={{
                    used: () => <Time iso={login.last_used_at} as="relative" />,
                    since: () => <Time iso={login.created_at} />,
                  }}
                />
              </p>
            </div>
            {!(login.current && login.kind === "window") && (
              <SmallButton disabled={end.isPending} onClick={() => end.mutate(login)}>
                {rowWords(t.end, login.current ? undefined : `${browserName(login.user_agent)} ${login.created_at}`)}
              </SmallButton>
            )}
          </li>
        )}
      </Items>
      <p className="hint">
        <Phrase text={t.ends} />
      </p>
      {end.error && <ErrorNote error={end.error} />}
    </Block>
  );
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom(?:e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

function browserName(userAgent: string): string {
  const t = messages.access.logins;
  if (/\bElectron\//.test(userAgent)) return t.window;
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? t.program;
  const system = find(SYSTEMS);
  return system === undefined ? browser : t.browserOn(browser, system);
}
