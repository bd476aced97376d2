import { TagsInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/Phrase.tsx";
import { hostFault, hostOf } from "./hosts.ts";

interface HostsInputProps {
  hosts: string[];
  environment: Environment;
  onChange: (hosts: string[]) => void;
}

/** Allowed hosts as tags. An invalid host shows an error and is not added. */
export function HostsInput({ hosts, environment, onChange }: HostsInputProps) {
  const [fault, setFault] = useState<string | null>(null);
  const t = messages.projects.hosts;

  const take = (entries: string[]) => {
    const next: string[] = [];
    let wrong: string | null = null;
    for (const host of entries.map(hostOf)) {
      const reason = hostFault(host);
      if (reason !== null) wrong = reason;
      else if (!next.includes(host)) next.push(host);
    }
    setFault(wrong);
    onChange(next);
  };

  return (
    <TagsInput
      label={t.label}
      description={
        <>
          <Phrase text={t.why} /> {environment === "dev" && t.whyDev}
        </>
      }
      placeholder={hosts.length === 0 ? "cms.example.org" : ""}
      value={hosts}
      onChange={take}
      error={fault}
      splitChars={[",", " ", ";"]}
      acceptValueOnBlur
      clearable={false}
      classNames={{ input: "mono-tags" }}
    />
  );
}
