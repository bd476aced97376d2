import { Button, VisuallyHidden } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { messages } from "../messages/index.ts";
import { SmallButton } from "../parts/basics.tsx";
import type { FontUploads, FontUpload as Upload } from "./use-uploads.ts";

const ACCEPT = ".ttf,.otf,.woff,.woff2,font/ttf,font/otf,font/woff,font/woff2";

export function FontUpload({ uploads, uploadedCount, add, dismiss }: FontUploads) {
  const t = messages.fonts.upload;
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; the button works for all */}
      <div
        className="between font-drop"
        data-over={over}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className="grow">{t.drop}</p>
        <SmallButton Icon={IconUpload} onClick={() => input.current?.click()}>
          {t.choose}
        </SmallButton>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPT}
          aria-label={t.input}
          onChange={(event) => {
            add(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {uploads.length > 0 && (
        <ul className="list ruled" aria-label={t.list}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} dismiss={() => dismiss(upload.id)} />
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">
        {uploadedCount > 0 && uploads.length === 0 ? t.uploaded(uploadedCount) : ""}
      </VisuallyHidden>
    </>
  );
}

function UploadRow({ upload, dismiss }: { upload: Upload; dismiss: () => void }) {
  const t = messages.fonts.upload;
  const { name, state } = upload;
  return (
    <li className={state.kind === "refused" ? "notice between" : "line"} data-tone="bad">
      <span className="strong wrap">{name}</span>
      {state.kind === "refused" ? (
        <>
          <span className="grow" role="alert">
            {state.sentence}
          </span>
          <Button size="compact-xs" variant="default" onClick={dismiss}>
            {messages.common.dismiss}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </>
      ) : (
        <>
          {/* A queued upload is not animated. */}
          {state.kind !== "queued" && (
            <progress aria-label={name} max={1} {...(state.kind === "sending" ? { value: state.fraction } : {})} />
          )}
          <span className="muted">{t[state.kind]}</span>
        </>
      )}
    </li>
  );
}
