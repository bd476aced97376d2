import { Button, Group } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { operations, supportBundleQuery } from "../../data/operations.ts";
import { messages, sizeInWords } from "../../messages/index.ts";
import { Block, Fact, Facts } from "../../parts/basics.tsx";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";

export function SupportBundle() {
  const t = messages.logs.bundle;
  const bundle = useQuery(supportBundleQuery);
  const save = useMutation({
    mutationFn: operations.supportBundle,
    onSuccess: (blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = bundle.data?.file_name ?? "galley-support.zip";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    gcTime: 0,
  });
  return (
    <Block id="bundle" title={t.title} level={2}>
      <p className="hint">{t.what}</p>
      {bundle.data === undefined && !bundle.error && <SkeletonRows rows={4} height={24} />}
      {bundle.error && <ErrorNote error={bundle.error} retry={() => void bundle.refetch()} />}
      {bundle.data !== undefined && (
        <>
          <Facts>
            {bundle.data.files.map(({ name, what }) => (
              <Fact key={name} name={<code>{name}</code>}>
                {t.files[name] ?? what}
              </Fact>
            ))}
          </Facts>
          <p className="hint">{t.without}</p>
          {save.error && <ErrorNote error={save.error} />}
          <Group justify="flex-end">
            <span className="form-said" role="status">
              {save.isPending ? t.creating : save.data === undefined ? "" : t.done(sizeInWords(save.data.size))}
            </span>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              {t.save}
            </Button>
          </Group>
        </>
      )}
    </Block>
  );
}
