import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import type { FontUploads, FontUpload as Upload } from "./use-uploads.ts";

const ACCEPT = ".ttf,.otf,.woff,.woff2,font/ttf,font/otf,font/woff,font/woff2";

/** Takes fonts by drop and by button, and shows how far each is. */
export function FontUpload({ uploads, takenCount, add, dismiss }: FontUploads) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button is everybody's */}
      <div className="font-drop" data-over={over} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
        <p>Drop fonts here: ttf, otf, woff or woff2, at most 20 MB each. Where there is no woff2, Galley makes one.</p>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUpload size={14} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          Choose fonts…
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPT}
          aria-label="Fonts to upload"
          onChange={(event) => {
            add(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {uploads.length > 0 && (
        <ul className="font-uploads" aria-label="Uploads">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} dismiss={() => dismiss(upload.id)} />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {takenCount > 0 && uploads.length === 0 ? `Fonts taken: ${takenCount}.` : ""}
      </p>
    </>
  );
}

function UploadRow({ upload, dismiss }: { upload: Upload; dismiss: () => void }) {
  const { name, state } = upload;
  return (
    <li className="font-upload" data-state={state.kind}>
      <span className="font-upload-name">{name}</span>
      {state.kind === "refused" ? (
        <>
          <span role="alert">{state.sentence}</span>
          <Button size="compact-xs" variant="default" onClick={dismiss}>
            Put away<span className="visually-hidden"> {name}</span>
          </Button>
        </>
      ) : (
        <>
          <progress aria-label={name} max={1} {...(state.kind === "sending" ? { value: state.fraction } : {})} />
          <span className="cell-quiet">{WORDS[state.kind]}</span>
        </>
      )}
    </li>
  );
}

const WORDS = { queued: "Waiting", sending: "Sending", reading: "Reading it, making its woff2" };
