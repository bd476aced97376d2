import { Button, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { IconChevronDown, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { LogEntry, LogLevel } from "../../../../server/contracts/logs-api.ts";
import { Time } from "../../../shared/Time.tsx";
import { logLinesQuery, logsQuery } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { bound } from "../../parts/Form.tsx";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";
import { SupportBundle } from "./SupportBundle.tsx";

const LEVELS: LogLevel[] = ["info", "warning", "error"];

export function LogsPage() {
  const t = messages.logs;
  const [q, setQ] = useState("");
  const [level, setLevel] = useState<LogLevel>("info");
  const [follows, setFollows] = useState(true);
  /** Line count when the list was paused. */
  const [stoodAt, setStoodAt] = useState(0);
  const filter = { level, q: useDeferredValue(q.trim()) };
  const { data: lines } = useQuery(logLinesQuery);
  // A paused list is refetched on request only.
  const logs = useInfiniteQuery({
    ...logsQuery(filter),
    enabled: (query) => follows || query.state.data === undefined,
  });
  const news = follows ? 0 : lines - stoodAt;

  const follow = (on: boolean) => {
    setFollows(on);
    setStoodAt(lines);
  };
  return (
    <>
      <div className="between">
        <TextInput
          className="grow"
          aria-label={t.search}
          placeholder={t.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          {...bound(q, setQ)}
        />
        <SegmentedControl
          aria-label={t.level}
          data={LEVELS.map((value) => ({ value, label: t.levels[value] }))}
          value={level}
          onChange={(value) => setLevel(LEVELS.find((each) => each === value) ?? "info")}
        />
        <Switch label={t.follow} checked={follows} onChange={(event) => follow(event.currentTarget.checked)} />
        {news > 0 && (
          <Button
            size="xs"
            variant="light"
            onClick={() => {
              setStoodAt(lines);
              void logs.refetch();
            }}
          >
            {t.news(news)}
          </Button>
        )}
      </div>
      {logs.isPending && <SkeletonRows rows={10} height={32} />}
      {logs.error && <ErrorNote error={logs.error} retry={() => void logs.refetch()} />}
      {logs.data?.length === 0 && <p className="hint">{t.none}</p>}
      <ul className="list ruled settings-log" aria-label={t.title}>
        {logs.data?.map((entry) => (
          <LogRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {logs.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={logs.isFetchingNextPage}
          onClick={() => {
            // Loading older entries pauses the list.
            if (follows) follow(false);
            void logs.fetchNextPage();
          }}
        >
          {messages.common.older}
        </Button>
      )}
      <SupportBundle />
    </>
  );
}

const MARKS: Record<LogLevel, string> = { info: "state-quiet", warning: "state-waiting", error: "state-refused" };

function LogRow({ entry }: { entry: LogEntry }) {
  const t = messages.logs;
  const head = (
    <>
      <Time iso={entry.at} as="seconds" />
      <span className={`state-mark ${MARKS[entry.level]}`}>{t.marks[entry.level]}</span>
      <span className="wrap">
        {entry.message}
        {entry.detail !== "" && <IconChevronDown size={14} aria-hidden />}
      </span>
    </>
  );
  return (
    <li>
      {entry.detail === "" ? (
        <div className="settings-log-row">{head}</div>
      ) : (
        <details>
          <summary className="settings-log-row">{head}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too */}
          <pre tabIndex={0}>{entry.detail}</pre>
        </details>
      )}
    </li>
  );
}
