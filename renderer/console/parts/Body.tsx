import { Group } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import type { HttpMessage } from "../../../server/contracts/deliveries-api.ts";
import { formatJson } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Source } from "./basics.tsx";
import { Segments } from "./Choices.tsx";
import "./exchange.css";

/** Limits the number of elements. */
const MAX_COLOURED = 40_000;

interface BodyProps {
  side: "request" | "response";
  message: HttpMessage;
  /** Offset of the JSON error, or null. */
  faultAt: number | null;
  /** Base64 of the first bytes of a body that is not text. */
  bytes: string | null;
}

export function Body({ side, message, faultAt, bytes }: BodyProps) {
  const t = messages.deliveries;
  const p = messages.common;
  const [view, setView] = useState<keyof typeof t.views>(faultAt === null ? "formatted" : "raw");
  const { body } = message;
  const headers = message.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <div>
      {headers !== "" && (
        <details className="unfold">
          <summary>{p.headers(message.headers.length)}</summary>
          <Source text={headers} what={p.headersOf[side]} />
        </details>
      )}
      {body === "" && bytes === null ? (
        <p className="hint">{p.emptyBody}</p>
      ) : (
        <>
          <Group gap="sm" mb="md">
            <Segments label={t.view} words={t.views} value={view} onChange={setView} />
            {faultAt !== null && <p className="strong text-bad">{faultWords(body, faultAt)}</p>}
          </Group>
          <Source text={body} what={p.bodyOf[side]} className="source delivery-body">
            {view === "bytes" && hexLines(bytesOf(body, bytes)).join("\n")}
            {view === "formatted" && <Coloured text={formatJson(body)} />}
            {view === "raw" && <Marked text={body} at={faultAt} />}
          </Source>
        </>
      )}
      {message.body_truncated && <p className="hint">{p.truncated}</p>}
    </div>
  );
}

function faultWords(body: string, at: number): string {
  const t = messages.deliveries;
  if (at >= body.length) return t.faultAtEnd;
  const before = body.slice(0, at).split("\n");
  return t.fault(before.length, (before.at(-1)?.length ?? 0) + 1);
}

function Marked({ text, at }: { text: string; at: number | null }) {
  if (at === null) return text;
  const end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  return (
    <>
      {text.slice(0, at)}
      <mark style={{ background: "var(--danger)", color: "var(--on-danger)", fontWeight: 700 }}>
        {text.slice(at, end) || "⏎"}
      </mark>
      {text.slice(end)}
    </>
  );
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function Coloured({ text }: { text: string }): ReactNode {
  if (text.length > MAX_COLOURED || !/^\s*[[{]/.test(text)) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [token, string, colon] = match;
    parts.push(text.slice(from, match.index));
    const color = colon !== undefined ? "accent-strong" : string !== undefined ? "success" : "hold";
    const shown = string ?? token;
    parts.push(<span style={{ color: `var(--${color})` }}>{shown}</span>);
    from = match.index + shown.length;
  }
  parts.push(text.slice(from));
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
  return parts.map((part, place) => <Fragment key={place}>{part}</Fragment>);
}

const MAX_BYTES = 2_048;
const BYTES_PER_LINE = 16;

function bytesOf(text: string, base64: string | null): Uint8Array {
  if (base64 === null) return new TextEncoder().encode(text.slice(0, MAX_BYTES)).slice(0, MAX_BYTES);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).slice(0, MAX_BYTES);
}

/** A hex dump: offset, 16 bytes, ASCII. */
function hexLines(bytes: Uint8Array): string[] {
  return Array.from({ length: Math.ceil(bytes.length / BYTES_PER_LINE) }, (_, line) => {
    const some = [...bytes.slice(line * BYTES_PER_LINE, (line + 1) * BYTES_PER_LINE)];
    const offset = (line * BYTES_PER_LINE).toString(16).padStart(4, "0");
    const hex = some.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = some.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
    return `${offset}  ${hex.padEnd(3 * BYTES_PER_LINE - 1)}  ${text}`;
  });
}
