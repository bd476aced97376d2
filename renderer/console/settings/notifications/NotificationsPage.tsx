import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { NotificationRow } from "../../../../server/contracts/notifications-api.ts";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { said } from "../../../shared/language.ts";
import { Time } from "../../../shared/Time.tsx";
import { notificationsQuery, sentQuery } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { ErrorNote, MoreButton, SkeletonRows } from "../../parts/Notes.tsx";
import { MB, NumbersForm } from "../NumbersForm.tsx";
import { MailForm } from "./MailForm.tsx";
import { QuietHours } from "./QuietHours.tsx";
import { WebhookForm } from "./WebhookForm.tsx";

export function NotificationsPage({ settings }: { settings: SettingsView }) {
  const t = messages.notifications;
  const channels = useQuery(notificationsQuery);
  return (
    <>
      <p className="hint">{t.what}</p>
      {channels.data !== undefined ? (
        <>
          <MailForm mail={channels.data.mail} />
          <WebhookForm webhook={channels.data.webhook} />
        </>
      ) : channels.error ? (
        <ErrorNote error={channels.error} retry={() => void channels.refetch()} />
      ) : (
        <SkeletonRows rows={6} height={44} />
      )}
      <section className="block" aria-labelledby="when">
        <h2 id="when">{t.when.title}</h2>
        <NumbersForm
          settings={settings.settings}
          fields={[
            { name: "notify_site_minutes", min: 1, max: 1_440, words: t.when.notify_site_minutes },
            { name: "notify_disk_free_bytes", min: 64, max: 1_048_576, unit: MB, words: t.when.notify_disk_free_bytes },
          ]}
        />
      </section>
      <QuietHours settings={settings.settings} />
      <SentList />
    </>
  );
}

function SentList() {
  const t = messages.notifications.sent;
  const sent = useInfiniteQuery(sentQuery);
  return (
    <section className="block" aria-labelledby="sent">
      <h2 id="sent">{t.title}</h2>
      {sent.isPending && <SkeletonRows rows={3} height={32} />}
      {sent.data?.length === 0 && <p className="hint">{t.none}</p>}
      <ul className="list ruled">
        {sent.data?.map((row) => (
          <SentRow key={row.id} row={row} />
        ))}
      </ul>
      {sent.error && <ErrorNote error={sent.error} retry={() => void sent.refetch()} />}
      <MoreButton list={sent} />
    </section>
  );
}

const MARKS = { waiting: "state-waiting", sent: "state-taken", failed: "state-refused" };

function SentRow({ row }: { row: NotificationRow }) {
  const t = messages.notifications.sent;
  return (
    <li className="line">
      <span className={`state-mark ${MARKS[row.state]}`}>{t.states[row.state]}</span>
      <span className="grow wrap">
        {said(row.title, row.title_sentence)}
        {row.error !== "" && <span className="hint"> {said(row.error, row.error_sentence)}</span>}
      </span>
      <span className="muted">{t.by[row.channel]}</span>
      <Time iso={row.at} />
    </li>
  );
}
