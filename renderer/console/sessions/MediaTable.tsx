import type { VersionDetail } from "../../../server/contracts/console-api.ts";
import { CopyLine } from "../parts/CopyLine.tsx";
import { bytesWords } from "../words.ts";

export function MediaTable({ media }: { media: VersionDetail["media"] }) {
  if (media.length === 0) return <p className="hint">This version has no pictures or other files.</p>;
  return (
    <ul className="media">
      {media.map((file) => (
        <li key={file.file_name}>
          <code>{file.file_name}</code>
          <span className="cell-quiet">
            {file.type}
            {file.width !== null && file.height !== null && `, ${file.width} × ${file.height}`}, {bytesWords(file.size)}
          </span>
          {file.client_url === null ? (
            <span className="cell-quiet">The site has not given it an address yet.</span>
          ) : (
            <CopyLine value={file.client_url} what={`address of ${file.file_name} on the site`} />
          )}
        </li>
      ))}
    </ul>
  );
}
