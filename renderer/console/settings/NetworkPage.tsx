import { TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { NetworkFields, NetworkPatch, NetworkView } from "../../../server/contracts/settings-api.ts";
import { useChangeNetwork } from "../data/changes.ts";
import { networkQuery, publicUrlQuery } from "../data/queries.ts";
import { isLoopbackHost } from "../lib/hosts.ts";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/basics.tsx";
import { bound, Form, FormEnd, faultsOf, useDraft } from "../parts/Form.tsx";
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
  /** Proxies joined with commas. */
  const saved = Object.fromEntries(FIELDS.map((field) => [field, textIn(network, field)])) as Record<Field, string>;
  const { values, changed, change, clear, discard } = useDraft(saved, save);
  const faults = faultsOf(save.error);
  const submit = () => {
    const patch = Object.fromEntries(changed.map((field) => [field, toPatch(field, values[field])])) as NetworkPatch;
    save.mutate(patch, { onSuccess: clear });
  };
  const nextOf = (field: "host" | "console_host") =>
    isOverridden(network, field) ? network.fields[field].value : values[field] || network.fields[field].standard;

  return (
    <Form onSubmit={submit}>
      {SECTIONS.map(({ name, fields }) => (
        <fieldset key={name} className="settings-section">
          <legend className="subtitle">{t.sections[name]}</legend>
          {fields.map((field) => (
            <Fragment key={field}>
              <NetworkInput
                field={field}
                network={network}
                value={values[field]}
                error={faults[field]}
                onChange={(value) => change({ [field]: value })}
              />
              {field === "public_url" && (
                <RequireRole atLeast="admin">
                  <PublicUrlCheck />
                </RequireRole>
              )}
            </Fragment>
          ))}
          {name === "public" && (
            <>
              {!isLoopbackHost(nextOf("host")) && !values.public_url.startsWith("https:") && (
                <p className="notice">{t.openWarning}</p>
              )}
              <p className="hint">
                <Phrase text={t.tls} />
              </p>
            </>
          )}
          {name === "console" && !isLoopbackHost(nextOf("console_host")) && (
            <p className="notice">{t.consoleWarning}</p>
          )}
        </fieldset>
      ))}
      <FormEnd isChanged={changed.length > 0} save={save} fields={FIELDS} onDiscard={discard} />
      <p className="hint">
        <Phrase text={t.file} parts={{ code: () => <code>{network.file}</code> }} />
      </p>
    </Form>
  );
}

interface NetworkInputProps {
  field: Field;
  network: NetworkView;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function NetworkInput({ field, network, value, error, onChange }: NetworkInputProps) {
  const t = messages.network;
  const { source, standard, value: used } = network.fields[field];
  const held = isOverridden(network, field);
  const setBy = source === "flag" ? `--${field.replaceAll("_", "-")}` : `GALLEY_${field.toUpperCase()}`;
  const stored = textIn(network, field);
  const current = textOf(used);
  const waits = !held && stored !== "" && stored !== "0" && stored !== current;
  const common = {
    label: t.fields[field].label,
    description: (
      <>
        {t.fields[field].hint}
        {held && (
          <span className="settings-held">
            <Phrase text={t.setBy(setBy)} />
          </span>
        )}
        {waits && <span className="settings-held">{t.untilRestart(current === "" ? t.none : current)}</span>}
      </>
    ),
    error,
    disabled: held,
  };
  if (field === "trusted_proxies")
    return (
      <TagsInput
        {...common}
        placeholder={value === "" && !held ? t.addProxy : ""}
        splitChars={[",", " "]}
        value={listOf(value)}
        onChange={(list) => onChange(list.join(", "))}
      />
    );
  return (
    <TextInput
      {...common}
      className={PORTS.includes(field) ? "settings-number" : ""}
      inputMode={PORTS.includes(field) ? "numeric" : field === "public_url" ? "url" : "text"}
      placeholder={standard === null ? "" : String(standard)}
      {...bound(value, onChange)}
    />
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

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** null restores the default. An invalid port is sent as -1 and rejected at its field. */
function toPatch(field: Field, text: string): string | number | string[] | null {
  const value = text.trim();
  if (field === "trusted_proxies") return listOf(value);
  if (value === "") return null;
  return PORTS.includes(field) ? (/^\d{1,5}$/.test(value) ? Number(value) : -1) : value;
}
