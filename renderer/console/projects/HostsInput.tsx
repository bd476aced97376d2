import { TagsInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import { hostFault, hostOf } from "./hosts.ts";

export interface HostsInputProps {
  hosts: string[];
  environment: Environment;
  onChange: (hosts: string[]) => void;
}

/** Allowed hosts as tags. A wrong one is named at once and does not become a tag. */
export function HostsInput({ hosts, environment, onChange }: HostsInputProps) {
  const [fault, setFault] = useState<string | null>(null);

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
      label="Allowed hosts"
      description={
        <>
          Galley calls back and fetches pictures only from these. <code>cms.example.org</code> is that host alone,{" "}
          <code>*.example.org</code> every subdomain but not the name itself, <code>cms.example.org:8443</code> one
          port.{" "}
          {environment === "dev"
            ? "A development project may always use localhost, 127.0.0.1 and ::1."
            : "A production project may use nothing that is not on this list."}
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
