import { IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import { said } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { useMay } from "../data/me.ts";
import { keys } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { CopyLine } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";

export function SessionFilesView({ session }: { session: SessionDetail }) {
  const t = messages.sessions;
  const { here, missing, missing_count } = session.files;
  const mayFetch = useMay("admin");
  const again = useMutation({
    mutationFn: () => api.fetchFiles(session.id),
    onSuccess: useRefresh(keys.session(session.id)),
  });
  return (
    <>
      <p>{here === 0 ? t.noFiles : t.filesStored(here)}</p>
      {missing_count === 0 ? (
        <p className="hint">{t.noneMissing}</p>
      ) : (
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
              <li key={file.file_name} className="session-file">
                <code>{file.file_name}</code>
                <span className={file.state === "pending" ? "muted" : "text-refused"}>
                  {t.missingStates[file.state]}
                  {file.problem !== "" && `: ${said(file.problem, file.problem_sentence)}`}
                </span>
                {file.client_url !== null && <CopyLine value={file.client_url} what={t.urlOf(file.file_name)} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
