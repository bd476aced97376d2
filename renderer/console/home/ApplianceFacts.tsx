import type { Overview } from "../../../server/contracts/overview-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { useCheckPublicUrl } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import { isLoopback } from "../lib/hosts.ts";
import { Link } from "../lib/router.tsx";
import { messages, sizeInWords } from "../messages/index.ts";
import { Block, Fact, Facts } from "../parts/basics.tsx";
import { PublicUrlState, ReplicaLine } from "../parts/StateMark.tsx";

const LOW_DISK_BYTES = 2_000_000_000;
const WEEK_MS = 7 * 86_400_000;

export function ApplianceFacts({
  totals,
}: {
  totals: Pick<Overview, "storage" | "backup" | "replica" | "public_url" | "version">;
}) {
  const t = messages.overview.appliance;
  const mayBackUp = useHasRole("admin");
  const { storage, backup, replica, public_url, version } = totals;
  const isOld = backup !== null && Date.now() - Date.parse(backup.last_at) > WEEK_MS;
  return (
    <Block id="appliance" title={t.title} level={2}>
      <Facts>
        <Fact name={messages.network.fields.public_url.label}>
          <PublicUrl state={public_url} />
        </Fact>
        <Fact name={messages.backups.last}>
          {backup === null ? (
            <span className="strong text-bad">{messages.common.never}</span>
          ) : (
            <span className={isOld ? "text-waiting" : undefined} title={backup.file ?? undefined}>
              <Time iso={backup.last_at} as="relative" />
            </span>
          )}{" "}
          {mayBackUp && (backup === null || isOld) && <Link to="/settings/backups">{messages.backups.backUpNow}</Link>}
        </Fact>
        {replica !== null && (
          <Fact name={messages.replication.name}>
            <Link to="/settings/replication" className="plain-link">
              <ReplicaLine replica={replica} />
            </Link>
            {replica.state === "failing" && (
              <p className="hint">{localized(replica.detail, replica.detail_sentence)}</p>
            )}
          </Fact>
        )}
        <Fact name={t.database}>{sizeInWords(storage.database_bytes)}</Fact>
        <Fact name={t.files}>{sizeInWords(Math.max(0, storage.blob_bytes - storage.font_bytes))}</Fact>
        <Fact name={messages.projects.tabs.fonts}>{sizeInWords(storage.font_bytes)}</Fact>
        <Fact name={messages.common.freeSpace}>
          <span className={storage.free_bytes < LOW_DISK_BYTES ? "strong text-bad" : undefined}>
            {sizeInWords(storage.free_bytes)}
          </span>
        </Fact>
        <Fact name={messages.common.version}>{version}</Fact>
      </Facts>
    </Block>
  );
}

function PublicUrl({ state }: { state: Overview["public_url"] }) {
  const check = useCheckPublicUrl();
  return (
    <PublicUrlState
      state={state}
      isChecking={state.reachable === null || check.isPending}
      error={check.error}
      check={() => check.mutate()}
    >
      {(state.reachable === false || isLoopback(state.url)) && (
        <Link to="/settings/network">{messages.overview.attention.openSettings}</Link>
      )}
    </PublicUrlState>
  );
}
