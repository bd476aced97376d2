import { Switch } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { LogEntry, LogLevel } from "../../../server/contracts/logs-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api, download } from "../data/api.ts";
import { logsQuery, supportBundleQuery } from "../data/queries.ts";
import { SearchField } from "../list/filters.tsx";
import { messages, sizeInWords } from "../messages/index.ts";
import { Block, Fact, Facts, Mark, Source } from "../parts/basics.tsx";
import { FilterChoice } from "../parts/Choices.tsx";
import { Form, Submit } from "../parts/Form.tsx";
import { Items, Loaded } from "../parts/Loaded.tsx";

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

const TONES = { info: "quiet", warning: "waiting", error: "bad" } as const;

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
      const url = URL.createObjectURL(blob);
      download(url, fileName);
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
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
            <Form className="" onSubmit={() => save.mutate(data.file_name)}>
              <Submit
                send={save}
                action={t.save}
                status={
                  save.isPending ? t.creating : save.data === undefined ? "" : t.done(sizeInWords(save.data.size))
                }
              />
            </Form>
          </>
        )}
      </Loaded>
    </Block>
  );
}
