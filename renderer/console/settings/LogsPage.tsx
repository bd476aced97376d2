import { Button, Group, Switch, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { LogEntry, LogLevel } from "../../../server/contracts/logs-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { logsQuery, supportBundleQuery } from "../data/queries.ts";
import { SearchField } from "../list/filters.tsx";
import { messages, sizeInWords } from "../messages/index.ts";
import { Block, Fact, Facts, Mark, Source } from "../parts/basics.tsx";
import { FilterChoice } from "../parts/Choices.tsx";
import { Items, Loaded } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

export function LogsPage() {
  const t = messages.logs;
  const [q, setQ] = useState("");
  const [level, setLevel] = useState<LogLevel>("info");
  const [follows, setFollows] = useState(true);
  // A paused list is not refetched.
  const logs = useInfiniteQuery({
    ...logsQuery({ level, q }),
    enabled: (query) => follows || query.state.data === undefined,
  });
  /** Pauses the list too. */
  const fetchOlder = () => {
    setFollows(false);
    return logs.fetchNextPage();
  };
  return (
    <>
      <div className="master-tools" style={{ padding: "0 0 var(--gap-md)" }}>
        <SearchField label={t.search} value={q} onChange={setQ} hasKey={false} />
        <FilterChoice label={t.level} words={t.levels} value={level} onChange={setLevel} />
        <Switch
          label={messages.common.follow}
          checked={follows}
          onChange={(event) => setFollows(event.currentTarget.checked)}
        />
      </div>
      <Items list={{ ...logs, fetchNextPage: fetchOlder }} label={t.title} none={t.none}>
        {(entry) => <LogRow entry={entry} />}
      </Items>
      <SupportBundle />
    </>
  );
}

const TONES = { info: "quiet", warning: "waiting", error: "refused" } as const;

function LogRow({ entry: { at, level, message, detail } }: { entry: LogEntry }) {
  return (
    <li className="line">
      <Time iso={at} as="seconds" />
      <Mark tone={TONES[level]}>{messages.logs.marks[level]}</Mark>
      <span className="grow wrap">{message}</span>
      {detail !== "" && (
        <details className="unfold" style={{ flexBasis: "100%" }}>
          <summary>{messages.common.details}</summary>
          <Source text={detail} what={at} />
        </details>
      )}
    </li>
  );
}

function SupportBundle() {
  const t = messages.logs.bundle;
  const save = useMutation({
    mutationFn: (_fileName: string) => api.supportBundle(),
    onSuccess: (blob, fileName) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = fileName;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    gcTime: 0,
  });
  return (
    <Block id="bundle" title={t.title} level={2}>
      <p className="hint">{t.what}</p>
      <Loaded query={supportBundleQuery}>
        {(data) => (
          <>
            <Facts>
              {data.files.map(({ name, what }) => (
                <Fact key={name} name={<code>{name}</code>}>
                  {t.files[name] ?? what}
                </Fact>
              ))}
            </Facts>
            <p className="hint">{t.without}</p>
            {save.error && <ErrorNote error={save.error} />}
            <Group justify="flex-end">
              <Text span c="dimmed" flex={1} role="status">
                {save.isPending ? t.creating : save.data === undefined ? "" : t.done(sizeInWords(save.data.size))}
              </Text>
              <Button loading={save.isPending} onClick={() => save.mutate(data.file_name)}>
                {t.save}
              </Button>
            </Group>
          </>
        )}
      </Loaded>
    </Block>
  );
}
