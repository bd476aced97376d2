import type { FontComparison, PublishedFile } from "../../../server/contracts/fonts-api.ts";
import { bytesWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { comparisonWords, fileWords } from "./words.ts";

export function Comparison({ comparison }: { comparison: FontComparison }) {
  const t = messages.fonts.compare;
  const { added, removed, changed } = comparison;
  return (
    <>
      <p>{comparisonWords(comparison)}.</p>
      <Files title={t.added} files={added} />
      {changed.length > 0 && (
        <>
          <p className="strong">{t.changed}</p>
          <ul className="list ruled" aria-label={t.changed}>
            {changed.map(({ from, to }) => (
              <li key={to.file_name}>
                {fileWords(to)} <code>{to.file_name}</code>
                <div className="muted">
                  {t.before(fileWords(from))}
                  {from.file_name !== to.file_name && (
                    <>
                      {" "}
                      <code>{from.file_name}</code>
                    </>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <Files title={t.removed} files={removed} />
    </>
  );
}

function Files({ title, files }: { title: string; files: PublishedFile[] }) {
  if (files.length === 0) return null;
  return (
    <>
      <p className="strong">{title}</p>
      <ul className="list ruled" aria-label={title}>
        {files.map((file) => (
          <li key={file.file_name}>
            {fileWords(file)}, {bytesWords(file.size)} <code>{file.file_name}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
