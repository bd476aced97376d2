import { ActionIcon, Stack, Tabs } from "@mantine/core";
import { IconArrowsDiff, IconPencil, IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { SessionDetail, VersionRow } from "../../../server/contracts/sessions-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useDeleteSession, useRefresh } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import { keys, sessionDeliveriesQuery, sessionVersionsQuery } from "../data/queries.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { contentWords, reasonWords } from "../lib/words.ts";
import { capitalize } from "../messages/en/words.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { Block, CopyFact, CopyLine, Fact, Facts, SmallButton, Source, TimePhrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { Items } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { RowDownload } from "../parts/RowMenu.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";

interface SessionDetailViewProps {
  session: SessionDetail;
  part: string;
  pathOf: PathOf;
  onDeleted: () => void;
}

export function SessionDetailView({ session, part, pathOf, onDeleted }: SessionDetailViewProps) {
  const t = messages.sessions;
  const views = {
    versions: <VersionList session={session} pathOf={pathOf} />,
    files: <SessionFilesView session={session} />,
    deliveries: <SessionDeliveries sessionId={session.id} />,
    metadata: (
      <>
        <p className="hint">{t.metadataHint}</p>
        <Source text={session.metadata_text} what={t.parts.metadata} />
      </>
    ),
    facts: <SessionFacts session={session} onDeleted={onDeleted} />,
  };
  const parts = Object.keys(views) as (keyof typeof views)[];
  const shown = parts.find((one) => one === part) ?? "versions";
  const missing = session.files.missing_count;
  return (
    <div className="detail-body">
      <SessionHead session={session} />
      <Tabs value={shown} onChange={(value) => navigate(pathOf(null, { part: value ?? "" }), true)}>
        <Tabs.List aria-label={t.parts.label} className="session-tabs">
          {parts.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.parts[name]} {name === "versions" && <span className="muted">{session.versions_count}</span>}
              {name === "files" && missing > 0 && <span className="state-mark state-bad">{missing}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown} pt="md">
          {views[shown]}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function SessionFacts({ session, onDeleted }: Pick<SessionDetailViewProps, "session" | "onDeleted">) {
  const t = messages.sessions;
  const remove = useDeleteSession(session.id);
  return (
    <>
      <Facts>
        <CopyFact name={messages.common.callbackUrl} value={session.callback_url} />
        <CopyFact name={messages.common.materialId} value={session.material_id} />
        <CopyFact name={t.sessionId} value={session.id} />
        <CopyFact name={t.fingerprint} value={session.fingerprint} />
        <Fact name={t.firstOpened}>
          <Time iso={session.created_at} />
        </Fact>
      </Facts>
      <RequireRole atLeast="admin">
        <Block id="deleting" title={t.delete.action}>
          <p>{t.delete.hint}</p>
          <ConfirmButton
            action={t.delete.action}
            of={session.title ?? session.material_id}
            onConfirm={() => remove.mutateAsync().then(onDeleted)}
          >
            <p>{t.delete.text(session.versions_count)}</p>
          </ConfirmButton>
        </Block>
      </RequireRole>
    </>
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
      <p className="hint wrap">
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
      <RequireRole atLeast="admin">
        <SmallButton
          title={messages.common.recorded}
          Icon={IconPencil}
          loading={open.isPending}
          onClick={() => open.mutate()}
        >
          {t.openInEditor}
        </SmallButton>
      </RequireRole>
      {open.error && <ErrorNote error={open.error} />}
      {open.data && (
        <p className="hint wrap" role="status">
          <a href={open.data} target="_blank" rel="noreferrer">
            {t.openItself}
          </a>
        </p>
      )}
    </header>
  );
}

/** URL of a version, or of the session for null; `view` selects what is shown. */
export type PathOf = (versionId: string | null, view?: Record<string, string>) => string;

function VersionList({ session, pathOf }: { session: SessionDetail; pathOf: PathOf }) {
  const t = messages.sessions;
  const list = useInfiniteQuery(sessionVersionsQuery(session.id));
  const [newest] = session.drafts.map((draft) => draft.updated_at).toSorted((a, b) => b.localeCompare(a));
  return (
    <>
      <Items list={list} className="list" label={t.parts.versions} none={t.noVersions}>
        {(version) => <Version version={version} pathOf={pathOf} />}
      </Items>
      {newest !== undefined && (
        <p className="hint">
          <TimePhrase text={t.drafts(session.drafts.length)} iso={newest} as="relative" />
        </p>
      )}
    </>
  );
}

function Version({ version, pathOf }: { version: VersionRow; pathOf: PathOf }) {
  const t = messages.sessions;
  return (
    <li className="session-version">
      <Link to={pathOf(version.id)} className="strong">
        {t.version(version.number)}
      </Link>
      <span>
        {version.delivery && (
          <Link to={`/deliveries/${version.delivery.delivery_id}`} className="plain-link" title={t.openDelivery}>
            <DeliveryMark delivery={version.delivery} />
          </Link>
        )}
      </span>
      <span className="muted wrap session-facts">
        <Time iso={version.created_at} /> · {version.readable ? (version.user_email ?? t.authorUnknown) : t.foreign} ·{" "}
        <span>
          {sizeInWords(version.size)}
          {version.readable && <>, {messages.fonts.files(version.files)}</>}
        </span>
      </span>
      <span>
        {version.readable && (
          <>
            <ActionIcon
              component={Link}
              to={pathOf(version.id, { side: "difference" })}
              variant="subtle"
              aria-label={`${messages.common.changes}: ${t.version(version.number)}`}
              title={messages.common.changes}
            >
              <IconArrowsDiff size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
            <RowDownload href={api.archiveUrl(version.id)} label={t.downloadArchive} of={t.version(version.number)} />
          </>
        )}
      </span>
    </li>
  );
}

function SessionFilesView({ session }: { session: SessionDetail }) {
  const t = messages.sessions;
  const { here, missing, missing_count } = session.files;
  const mayFetch = useHasRole("admin");
  const again = useMutation({
    mutationFn: () => api.fetchFiles(session.id),
    onSuccess: useRefresh(keys.session(session.id)),
  });
  return (
    <>
      <p>{t.filesStored(here)}</p>
      {missing_count > 0 && (
        <>
          <div className="between">
            <p>{t.missing(missing_count)}</p>
            {mayFetch && missing.some(({ state }) => state !== "gone") && (
              <SmallButton Icon={IconRefresh} loading={again.isPending} onClick={() => again.mutate()}>
                {messages.common.tryAgain}
              </SmallButton>
            )}
          </div>
          <p role="status" className="hint">
            {again.data !== undefined && t.fetching(again.data.fetching)}
          </p>
          {again.error && <ErrorNote error={again.error} />}
          <ul className="list ruled">
            {missing.map((file) => (
              <Stack component="li" key={file.file_name} className="wrap" gap="0.1rem">
                <code>{file.file_name}</code>
                <span className={file.state === "pending" ? "muted" : "text-bad"}>
                  {t.missingStates[file.state]}
                  {file.problem !== "" && `: ${localized(file.problem, file.problem_sentence)}`}
                </span>
                {file.client_url !== null && <CopyLine value={file.client_url} what={t.urlOf(file.file_name)} />}
              </Stack>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function SessionDeliveries({ sessionId }: { sessionId: string }) {
  const t = messages.sessions;
  const list = useInfiniteQuery(sessionDeliveriesQuery(sessionId));
  return (
    <>
      <Items list={list} className="list" label={t.parts.deliveries} none={t.noDeliveries}>
        {(delivery) => (
          <li className="session-version">
            <Link to={`/deliveries/${delivery.id}`} className="strong" title={t.openDelivery}>
              {capitalize(contentWords(delivery))}
            </Link>
            <span>
              <DeliveryMark delivery={delivery} />
            </span>
            <span className="muted wrap session-facts">
              <Time iso={delivery.created_at} /> · {messages.common.attempts(delivery.attempts)}
              {delivery.state !== "delivered" && delivery.code !== null && <> · {reasonWords(delivery)}</>}
            </span>
          </li>
        )}
      </Items>
      {list.data !== undefined && list.data.length > 0 && (
        <p>
          <Link to={pathWith("/deliveries", { session: sessionId })}>{t.allDeliveries}</Link>
        </p>
      )}
    </>
  );
}
