import type { DownloadView } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { bytesWords } from "../words.ts";

/** What the site fetched while Galley waited for its answer. */
export function Downloads({ downloads }: { downloads: DownloadView[] }) {
  if (downloads.length === 0) return <p className="hint">The site fetched no archive meanwhile.</p>;
  return (
    <ul className="downloads" aria-label="Archive downloads by the site">
      {downloads.map((download, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two downloads of one millisecond differ by nothing else
        <li key={`${download.started_at} ${index}`}>
          {sentence(download)} <Time iso={download.started_at} as="seconds" />
          {download.remote_address !== null && (
            <>
              {" "}
              · <code>{download.remote_address}</code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function sentence(download: DownloadView): string {
  if (download.status >= 400)
    return `The site asked for the archive and was refused with ${download.status}${download.refusal === null ? "," : `: ${download.refusal}`}`;
  const size = bytesWords(download.bytes);
  if (download.complete) return `The site fetched the whole archive, ${size},`;
  const whole = download.total_bytes === null ? "" : ` of ${bytesWords(download.total_bytes)}`;
  return `The site broke off after ${size}${whole},`;
}
