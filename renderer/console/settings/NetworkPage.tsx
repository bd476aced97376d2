import { Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { NetworkFields, NetworkPatch, NetworkView } from "../../../server/contracts/settings-api.ts";
import { useChangeNetwork } from "../data/changes.ts";
import { networkQuery, publicUrlQuery } from "../data/queries.ts";
import { isLoopbackHost } from "../lib/hosts.ts";
import { messages } from "../messages/index.ts";
import { Block, Phrase } from "../parts/basics.tsx";
import { entriesOf, Form, FormEnd, useDraft } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { PublicUrlState } from "../parts/StateMark.tsx";

type Field = keyof NetworkFields;

const SECTIONS: { name: "public" | "console" | "sample"; fields: Field[] }[] = [
  { name: "public", fields: ["public_url", "host", "port", "trusted_proxies"] },
  { name: "console", fields: ["console_host", "console_port"] },
  { name: "sample", fields: ["sandbox_port"] },
];
const PORTS: Field[] = ["port", "console_port", "sandbox_port"];
const FIELDS = SECTIONS.flatMap(({ fields }) => fields);

export function NetworkPage() {
  return <Loaded query={networkQuery}>{(network) => <NetworkForm network={network} />}</Loaded>;
}

function NetworkForm({ network }: { network: NetworkView }) {
  const t = messages.network;
  const save = useChangeNetwork();
  const saved = Object.fromEntries(FIELDS.map((field) => [field, textIn(network, field)])) as Record<Field, string>;
  const form = useDraft(saved, save);
  const { values } = form;
  const submit = () => {
    const patch = Object.fromEntries(form.changed.map((field) => [field, toPatch(field, values[field])]));
    save.mutate(patch as NetworkPatch, { onSuccess: form.clear });
  };
  const isOpen = (field: "host" | "console_host") => {
    const { value, standard } = network.fields[field];
    return !isLoopbackHost(isOverridden(network, field) ? value : values[field] || standard);
  };

  return (
    <Form onSubmit={submit}>
      {SECTIONS.map(({ name, fields }) => (
        <Block key={name} id={name} title={t.sections[name]} level={2}>
          <Stack>
            {fields.map((field) => {
              const isList = field === "trusted_proxies";
              const Input = isList ? Textarea : TextInput;
              return (
                <Fragment key={field}>
                  <Input
                    label={t.fields[field].label}
                    description={
                      <About network={network} field={field}>
                        {t.fields[field].hint}
                      </About>
                    }
                    disabled={isOverridden(network, field)}
                    className={PORTS.includes(field) ? "settings-number" : ""}
                    inputMode={PORTS.includes(field) ? "numeric" : field === "public_url" ? "url" : "text"}
                    placeholder={String(network.fields[field].standard ?? "")}
                    {...(isList && { autosize: true })}
                    {...form.field(field)}
                  />
                  {field === "public_url" && (
                    <RequireRole atLeast="admin">
                      <PublicUrlCheck />
                    </RequireRole>
                  )}
                </Fragment>
              );
            })}
            {name === "public" && (
              <>
                {isOpen("host") && !values.public_url.startsWith("https:") && <p className="notice">{t.openWarning}</p>}
                <p className="hint">
                  <Phrase text={t.tls} />
                </p>
              </>
            )}
            {name === "console" && isOpen("console_host") && <p className="notice">{t.consoleWarning}</p>}
          </Stack>
        </Block>
      ))}
      <FormEnd form={form} />
      <p className="hint">
        <Phrase text={t.file} parts={{ code: () => <code>{network.file}</code> }} />
      </p>
    </Form>
  );
}

/** The hint of a field, the flag or variable that sets it, and its value until the restart. */
function About({ network, field, children }: { network: NetworkView; field: Field; children: ReactNode }) {
  const t = messages.network;
  const { source, value } = network.fields[field];
  const isHeld = isOverridden(network, field);
  const setBy = source === "flag" ? `--${field.replaceAll("_", "-")}` : `GALLEY_${field.toUpperCase()}`;
  const [stored, current] = [textIn(network, field), textOf(value)];
  return (
    <>
      {children}
      {isHeld && (
        <strong>
          {" "}
          <Phrase text={t.setBy(setBy)} />
        </strong>
      )}
      {!isHeld && stored !== "" && stored !== "0" && stored !== current && (
        <strong> {t.untilRestart(current === "" ? t.none : current)}</strong>
      )}
    </>
  );
}

function PublicUrlCheck() {
  const { data, isFetching, error, refetch } = useQuery(publicUrlQuery);
  return <PublicUrlState state={data} isChecking={isFetching} error={error} check={() => void refetch()} />;
}

function isOverridden({ fields }: NetworkView, field: Field): boolean {
  return fields[field].source === "flag" || fields[field].source === "environment";
}

function textIn(network: NetworkView, field: Field): string {
  const { kept, value } = network.fields[field];
  return textOf(isOverridden(network, field) ? value : kept);
}

function textOf(value: string | number | string[] | null): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** null restores the default. An invalid port is sent as -1 and rejected at its field. */
function toPatch(field: Field, text: string): string | number | string[] | null {
  const value = text.trim();
  if (field === "trusted_proxies") return entriesOf(value);
  if (value === "") return null;
  return PORTS.includes(field) ? (/^\d{1,5}$/.test(value) ? Number(value) : -1) : value;
}
