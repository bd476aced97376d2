import { Button, SegmentedControl } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import { PreviewFrame } from "../../shared/PreviewFrame.tsx";
import { localTime } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import { useStorePart } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-action.tsx";
import { Compared } from "./Compared.tsx";
import { RestoreVersion, type ViewedState } from "./HistoryRows.tsx";
import type { HistorySession } from "./versions.ts";

interface VersionViewProps {
  articleSession: HistorySession;
  viewed: ViewedState;
  onView: (viewed: ViewedState) => void;
  onBack: () => void;
  onDone: () => void;
}

export function VersionView({ articleSession, viewed, onView, onBack, onDone }: VersionViewProps) {
  const action = useAction();
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const t = messages.around.history;
  const name = viewed.kind === "version" ? messages.history.version(viewed.version.number) : t.siteCopy;
  const at = viewed.kind === "version" ? viewed.version.created_at : viewed.copy.created_at;
  const runAndFinish = (work: () => Promise<void>) =>
    action.run(async () => {
      await work();
      onDone();
    });
  return (
    <>
      <div className="history-view-bar row">
        <Button
          data-autofocus
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.7} aria-hidden />}
          onClick={onBack}
        >
          {t.back}
        </Button>
        <h3>
          {name} <span className="list-note">{localTime(at, Date.now())}</span>
        </h3>
        <SegmentedControl
          aria-label={t.tabs}
          size="xs"
          data={[
            { value: "preview", label: messages.common.preview },
            { value: "difference", label: messages.common.compare },
          ]}
          value={viewed.as}
          onChange={(as) => onView({ ...viewed, as })}
        />
        {viewed.kind === "version" && (
          <RestoreVersion
            articleSession={articleSession}
            version={viewed.version}
            onRestore={() => runAndFinish(() => articleSession.restoreVersion(viewed.version.number))}
          />
        )}
        {viewed.kind === "site_copy" && !reading && (
          <>
            <span className="note">{t.useSiteCopyAsk}</span>
            <Button size="xs" onClick={() => runAndFinish(() => articleSession.takeSiteCopy(viewed.copy))}>
              {t.useSiteCopy}
            </Button>
          </>
        )}
      </div>
      <Problem action={action} />
      {viewed.as === "preview" ? (
        <PreviewFrame url={pageOf(articleSession, viewed)} width={900} title={t.previewFrame(name)} />
      ) : (
        <Difference articleSession={articleSession} viewed={viewed} name={name} />
      )}
    </>
  );
}

function pageOf({ preview }: HistorySession, viewed: ViewedState): string {
  return viewed.kind === "version" ? preview.ofVersion(viewed.version.number) : preview.ofSiteCopy();
}

function Difference({
  articleSession,
  viewed,
  name,
}: Pick<VersionViewProps, "articleSession" | "viewed"> & { name: string }) {
  const [theirs, setTheirs] = useState<Node | "unreadable" | null>(null);
  const action = useAction();
  const number = viewed.kind === "version" ? viewed.version.number : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches each state once
  useEffect(() => {
    action.run(async () => {
      const state =
        viewed.kind === "site_copy" ? viewed.copy.vms_json : (await articleSession.api.version(number ?? 0)).vms_json;
      setTheirs(articleSession.docOf(state) ?? "unreadable");
    });
  }, [articleSession, number]);
  if (action.problem !== null) return <Problem action={action} />;
  if (theirs === null) return <p role="status">{messages.around.difference.comparing}</p>;
  if (theirs === "unreadable") return <p className="hint">{messages.history.unreadable}</p>;
  return <Compared articleSession={articleSession} theirs={theirs} theirName={name} />;
}
