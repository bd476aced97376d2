import { Tabs } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useDeleteSession } from "../data/changes.ts";
import { Link, navigate } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Block, CopyFact, CopyLine, Fact, Facts, Source, TimePhrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { May } from "../parts/May.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";
import { SessionDeliveries } from "./SessionDeliveries.tsx";
import { SessionFilesView } from "./SessionFilesView.tsx";
import { type PathOf, VersionList } from "./VersionList.tsx";

interface SessionDetailViewProps {
  session: SessionDetail;
  part: string;
  pathOf: PathOf;
  onDeleted: () => void;
}

const PARTS = ["versions", "files", "deliveries", "metadata", "facts"] as const;

export function SessionDetailView({ session, part, pathOf, onDeleted }: SessionDetailViewProps) {
  const t = messages.sessions;
  const shown = PARTS.find((one) => one === part) ?? "versions";
  const missing = session.files.missing_count;
  const count = { versions: session.versions_count, files: missing, deliveries: 0, metadata: 0, facts: 0 };
  return (
    <div className="detail-body">
      <SessionHead session={session} />
      <Tabs
        value={shown}
        onChange={(value) =>
          navigate(pathOf(null, value === null || value === "versions" ? {} : { part: value }), true)
        }
        keepMounted={false}
      >
        <Tabs.List aria-label={t.parts.label} className="session-tabs">
          {PARTS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.parts[name]}{" "}
              {count[name] > 0 && (
                <span className={name === "files" ? "state-mark state-refused" : "muted"}>{count[name]}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="versions" pt="md">
          <VersionList session={session} pathOf={pathOf} />
        </Tabs.Panel>
        <Tabs.Panel value="files" pt="md">
          <SessionFilesView session={session} />
        </Tabs.Panel>
        <Tabs.Panel value="deliveries" pt="md">
          <SessionDeliveries sessionId={session.id} />
        </Tabs.Panel>
        <Tabs.Panel value="metadata" pt="md">
          <p className="hint">{Object.keys(session.metadata).length === 0 ? t.noMetadata : t.metadataHint}</p>
          {Object.keys(session.metadata).length > 0 && <Source text={session.metadata_text} what={t.metadata} />}
        </Tabs.Panel>
        <Tabs.Panel value="facts" pt="md">
          <SessionFacts session={session} />
          <May least="admin">
            <DeleteSession session={session} onDeleted={onDeleted} />
          </May>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function SessionHead({ session }: { session: SessionDetail }) {
  const t = messages.sessions;
  /** The editor link, if the browser blocked the new tab. */
  const open = useMutation({
    mutationFn: async (): Promise<string | null> => {
      // Opened in the click handler: browsers block later windows.
      const tab = window.open("", "_blank");
      try {
        const { url } = await api.editorLink(session.id);
        if (tab === null) {
          // The desktop app opens it in the browser.
          window.open(url, "_blank", "noopener");
          return url;
        }
        tab.opener = null;
        tab.location.replace(url);
        return null;
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  return (
    <header className="detail-head">
      <h2>{session.title ?? session.material_id}</h2>
      <p className="detail-sub">
        {session.title !== null && (
          <>
            <CopyLine value={session.material_id} what={messages.common.materialId} /> ·{" "}
          </>
        )}
        <Link to={`/projects/${session.project_id}`}>{session.project_name}</Link> ·{" "}
        {messages.words.environments[session.environment]} ·{" "}
        <TimePhrase text={t.lastUsed} iso={session.last_access} as="relative" />
        {session.author !== null && <> {t.by(session.author)}</>}
        {session.open_comments > 0 && <> · {t.openComments(session.open_comments)}</>}
      </p>
      <May least="admin">
        <SmallButton
          title={messages.common.recorded}
          Icon={IconPencil}
          loading={open.isPending}
          onClick={() => open.mutate()}
        >
          {t.openInEditor}
        </SmallButton>
      </May>
      {open.error && <ErrorNote error={open.error} />}
      {open.data && (
        <p className="detail-sub" role="status">
          <a href={open.data} target="_blank" rel="noreferrer">
            {t.openItself}
          </a>
        </p>
      )}
    </header>
  );
}

function SessionFacts({ session }: { session: SessionDetail }) {
  const t = messages.sessions;
  return (
    <Facts>
      <CopyFact name={messages.common.callbackUrl} value={session.callback_url} />
      <CopyFact name={messages.common.materialId} value={session.material_id} />
      <CopyFact name={t.sessionId} value={session.id} />
      <CopyFact name={t.fingerprint} value={session.fingerprint} />
      <Fact name={t.firstOpened}>
        <Time iso={session.created_at} />
      </Fact>
    </Facts>
  );
}

function DeleteSession({ session, onDeleted }: Pick<SessionDetailViewProps, "session" | "onDeleted">) {
  const t = messages.sessions.delete;
  const remove = useDeleteSession(session.id);
  return (
    <Block id="deleting" title={messages.sessions.delete.action}>
      <p>{t.hint}</p>
      <ConfirmButton
        button={{ children: t.button }}
        title={t.title(session.title ?? session.material_id)}
        action={t.action}
        onConfirm={async () => {
          await remove.mutateAsync();
          onDeleted();
        }}
      >
        <p>{t.text(session.versions_count)}</p>
      </ConfirmButton>
    </Block>
  );
}
