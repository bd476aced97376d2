import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { CopyButton } from "../../../shared/CopyButton.tsx";
import { useUnsavedChanges } from "../../lib/leaving.ts";
import { messages } from "../../messages/index.ts";

/** The recovery codes, which are shown once. Leaving the page asks first. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = messages.account.factor;
  useUnsavedChanges(true);
  return (
    <>
      <h3 className="subtitle">{t.codes}</h3>
      <p role="status">{t.codesWhy}</p>
      <ul className="list boxed form settings-codes" aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="line">
        <CopyButton value={codes.join("\n")} what={t.copyCodes} size="md" />
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`}
          download="galley-recovery-codes.txt"
        >
          {messages.common.download}
        </Button>
        <Button onClick={onDone}>{t.done}</Button>
      </div>
    </>
  );
}
