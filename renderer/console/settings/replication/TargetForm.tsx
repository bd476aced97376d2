import { Button, Group, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReplicaView } from "../../../../server/contracts/replica-api.ts";
import { said } from "../../../shared/language.ts";
import { api } from "../../data/api.ts";
import { useChangeReplica, useRemoveReplica } from "../../data/changes.ts";
import { faultsOf } from "../../lib/faults.ts";
import { locale, messages } from "../../messages/index.ts";
import { Phrase } from "../../parts/basics.tsx";
import { ConfirmButton } from "../../parts/Confirm.tsx";
import { bound, Form, FormEnd, useDraft } from "../../parts/Form.tsx";
import { ErrorNote } from "../../parts/Notes.tsx";
import { MIN_PASSPHRASE } from "../backups/DownloadBackup.tsx";

export function TargetForm({ view, isHeld }: { view: ReplicaView; isHeld: boolean }) {
  const t = messages.replication;
  const save = useChangeReplica();
  const remove = useRemoveReplica();
  const test = useMutation({ mutationFn: api.testReplica });
  const saved = { target: view.target ?? "", with_key: view.with_key, passphrase: "" };
  const { values, changed, change, field, toggle, clear, discard } = useDraft(saved, save);
  const { with_key: key, passphrase } = values;
  const target = values.target.trim();
  const faults = faultsOf(save.error);
  const isComplete =
    target !== "" && (!key || (passphrase === "" ? view.with_key : passphrase.length >= MIN_PASSPHRASE));

  const submit = () => {
    const secret = !key ? { passphrase: null } : passphrase === "" ? {} : { passphrase };
    save.mutate({ target, ...secret }, { onSuccess: clear });
  };
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t.target}
        description={
          <>
            <Phrase text={t.targetHint} />
            {isHeld && (
              <span className="settings-held">
                <Phrase text={messages.network.setBy(view.source === "flag" ? "--replica" : "GALLEY_REPLICA")} />
              </span>
            )}
          </>
        }
        placeholder="/mnt/replica"
        spellCheck={false}
        disabled={isHeld}
        error={faults.target}
        {...bound(values.target, (text) => {
          test.reset();
          change({ target: text });
        })}
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
        <p className="notice" data-tone={test.data.ok ? "taken" : "refused"} role="status">
          <strong>
            {test.data.ok ? t.tested((test.data.duration_ms / 1_000).toLocaleString(locale)) : t.testFailed}
          </strong>{" "}
          {said(test.data.detail, test.data.detail_sentence)}
        </p>
      )}
      <Switch label={t.key} description={t.keyHint} {...toggle("with_key")} />
      {key && (
        <TextInput
          label={messages.backups.passphrase}
          description={view.with_key ? messages.backups.passphraseKept : messages.backups.passphraseHint}
          type="password"
          autoComplete="new-password"
          error={faults.passphrase}
          {...field("passphrase")}
        />
      )}
      <FormEnd
        isChanged={changed.length > 0}
        isComplete={isComplete}
        save={save}
        fields={["target", "passphrase"]}
        onDiscard={discard}
      />
      {view.target !== null && !isHeld && (
        <Group justify="flex-end">
          <ConfirmButton
            button={{ children: t.stop }}
            title={t.stopTitle}
            action={t.stopAction}
            onConfirm={() => remove.mutateAsync(undefined)}
          >
            <p>{t.stopWhy}</p>
          </ConfirmButton>
        </Group>
      )}
    </Form>
  );
}
