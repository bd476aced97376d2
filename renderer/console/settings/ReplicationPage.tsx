import { Button, Group, Progress, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { localized } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { useChangeReplica, useDrillReplica, useRemoveReplica } from "../data/changes.ts";
import { keys, replicaQuery } from "../data/queries.ts";
import { isWorthRetry } from "../data/query-client.ts";
import { locale, messages, sizeInWords } from "../messages/index.ts";
import { Block, Phrase, TimePhrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { Form, FormEnd, PassphraseField, useDraft } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { ReplicaLine } from "../parts/StateMark.tsx";

/** The lag has no events. */
const LAG_REFRESH_MS = 2_000;
/** A restart of Galley fails fewer polls in a row. */
const MAX_FAILED_POLLS = 3;

const polledReplicaQuery = {
  ...replicaQuery,
  refetchInterval: LAG_REFRESH_MS,
  retryDelay: LAG_REFRESH_MS,
  retry: (failures: number, error: Error) => failures < MAX_FAILED_POLLS && isWorthRetry(error),
};

export function ReplicationPage({ settings }: { settings: SettingsView }) {
  const t = messages.replication;
  return (
    <Loaded query={polledReplicaQuery}>
      {(view) => {
        if (view.fenced !== null)
          return <FencedNote view={view} fenced={view.fenced} canRestart={settings.restart.offered} />;
        if (!view.engines.litestream)
          return (
            <>
              <p className="muted">{t.what}</p>
              <p className="notice">{localized(view.detail, view.detail_sentence)}</p>
            </>
          );
        return (
          <>
            {view.target !== null ? <State view={view} /> : <p className="muted">{t.what}</p>}
            <TargetForm view={view} />
          </>
        );
      }}
    </Loaded>
  );
}

const isSetOutside = ({ source }: ReplicaView) => source === "flag" || source === "environment";

function State({ view }: { view: ReplicaView }) {
  const t = messages.replication;
  const drill = useDrillReplica();
  const { state, progress, busy, last_drill: last, pending_files: waiting } = view;
  const isDrilling = drill.isPending || busy === "drill";
  return (
    <Stack component="section" gap="sm" className="block" aria-label={t.name}>
      <div className="between">
        <div>
          <p role="status">
            <ReplicaLine replica={view} />
            {waiting > 0 && progress === null && <span className="muted"> · {t.waiting(waiting)}</span>}
          </p>
          <p className="hint" role="status">
            {isDrilling ? t.drilling : progress === null && t.drillHint}
          </p>
        </div>
        <Button loading={isDrilling} disabled={busy !== null || state !== "ok"} onClick={() => drill.mutate()}>
          {t.drill}
        </Button>
      </div>
      {progress !== null && <FirstCopy progress={progress} />}
      {state === "failing" && (
        <p className="notice" data-tone="bad" role="alert">
          {localized(view.detail, view.detail_sentence)}
        </p>
      )}
      {drill.error && <ErrorNote error={drill.error} />}
      {last !== null && (
        <p className={last.ok ? "hint" : "notice"} data-tone={last.ok ? undefined : "bad"}>
          {localized(last.detail, last.detail_sentence)}
        </p>
      )}
    </Stack>
  );
}

function FirstCopy({ progress }: { progress: NonNullable<ReplicaView["progress"]> }) {
  const t = messages.replication;
  const { bytes, total_bytes: all, files, total_files: allFiles, remaining_ms: left } = progress;
  const words = t.progress(sizeInWords(bytes), sizeInWords(all), files, allFiles);
  return (
    <div>
      <Progress value={all === 0 ? 100 : (bytes / all) * 100} aria-label={words} />
      <p className="hint">
        {words}
        {left !== null && ` · ${t.left(left)}`}
      </p>
    </div>
  );
}

interface FencedNoteProps {
  view: ReplicaView;
  fenced: NonNullable<ReplicaView["fenced"]>;
  canRestart: boolean;
}

/** Shown after another machine took over. The admin stops one of the two. */
function FencedNote({ view, fenced, canRestart }: FencedNoteProps) {
  const t = messages.replication;
  const client = useQueryClient();
  const continueHere = async () => {
    client.setQueryData(keys.replica, await api.removeReplica());
    // Deliveries start again only after a restart.
    if (canRestart) await api.restart();
  };
  return (
    <Block id="fenced" title={t.fenced(fenced.by)} level={2}>
      <p>
        <TimePhrase text={t.fencedSince} iso={fenced.at} />
      </p>
      <p>{t.fencedTodo}</p>
      {!isSetOutside(view) && (
        <ConfirmButton action={t.continueHere} onConfirm={continueHere}>
          <p>{t.continueWhy(fenced.by)}</p>
          {!canRestart && <p>{t.restartNeeded}</p>}
        </ConfirmButton>
      )}
    </Block>
  );
}

function TargetForm({ view }: { view: ReplicaView }) {
  const isHeld = isSetOutside(view);
  const t = messages.replication;
  const save = useChangeReplica();
  const remove = useRemoveReplica();
  const test = useMutation({ mutationFn: api.testReplica });
  const saved = { target: view.target ?? "", with_key: view.with_key, passphrase: "" };
  const form = useDraft(saved, save);
  const { with_key: key, passphrase } = form.values;
  const target = form.values.target.trim();

  const submit = () => {
    const secret = !key ? { passphrase: null } : passphrase === "" ? {} : { passphrase };
    save.mutate({ target, ...secret }, { onSuccess: form.clear });
  };
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t.target}
        description={
          <>
            <Phrase text={t.targetHint} />
            {isHeld && (
              <strong>
                {" "}
                <Phrase text={messages.network.setBy(view.source === "flag" ? "--replica" : "GALLEY_REPLICA")} />
              </strong>
            )}
          </>
        }
        placeholder="/mnt/replica"
        spellCheck={false}
        disabled={isHeld}
        required
        {...form.field("target")}
        onInput={test.reset}
        rightSectionWidth="auto"
        rightSection={
          <Button
            size="compact-sm"
            mr="xs"
            variant="default"
            loading={test.isPending}
            disabled={target === "" || view.busy !== null}
            onClick={() => test.mutate(target)}
          >
            {t.test}
          </Button>
        }
      />
      {test.error && <ErrorNote error={test.error} />}
      {test.data !== undefined && !test.isPending && (
        <p className="notice" data-tone={test.data.ok ? "good" : "bad"} role="status">
          <strong>
            {test.data.ok ? t.tested((test.data.duration_ms / 1_000).toLocaleString(locale)) : t.testFailed}
          </strong>{" "}
          {localized(test.data.detail, test.data.detail_sentence)}
        </p>
      )}
      <Switch label={t.key} description={t.keyHint} {...form.toggle("with_key")} />
      {key && (
        <PassphraseField
          description={view.with_key ? messages.notifications.isSet : messages.backups.passphraseHint}
          required={!view.with_key}
          {...form.field("passphrase")}
        />
      )}
      <FormEnd form={form} />
      {view.target !== null && !isHeld && (
        <Group justify="flex-end">
          <ConfirmButton action={t.stop} onConfirm={() => remove.mutateAsync(undefined)}>
            <p>{t.stopWhy}</p>
          </ConfirmButton>
        </Group>
      )}
    </Form>
  );
}
