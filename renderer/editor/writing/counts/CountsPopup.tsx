import { useEffect } from "react";
import { messages } from "../../messages/index.ts";
import { Popup, useCloseOutside } from "../../ui/Popup.tsx";
import type { WritingTools } from "../writing-tools.ts";
import { type Counts, readingMinutes } from "./count-words.ts";

export interface CountsPopupProps {
  tools: WritingTools;
  whole: Counts;
  selected: Counts | null;
}

export function CountsPopup({ tools, whole, selected }: CountsPopupProps) {
  const close = () => tools.open.set(null);
  const box = useCloseOutside(close, "counts");
  const t = messages.writing.counts;
  const button = () => document.querySelector<HTMLElement>('[data-tool="counts"]');
  useEffect(() => {
    const dom = box.current;
    dom?.focus({ preventScroll: true });
  }, [box]);

  const rows: readonly [string, (counts: Counts) => string][] = [
    [t.words, ({ words }) => t.number(words)],
    [t.characters, ({ characters }) => t.number(characters)],
    [t.letters, ({ letters }) => t.number(letters)],
    [t.reading, ({ words }) => t.minutes(readingMinutes(words))],
  ];
  return (
    <Popup
      ref={box}
      className="writing-counts"
      role="dialog"
      aria-label={t.title}
      tabIndex={-1}
      prefer="above"
      anchor={() => button()?.getBoundingClientRect() ?? null}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Tab") return;
        event.preventDefault();
        close();
        button()?.focus();
      }}
    >
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t.article}</th>
            {selected !== null && <th scope="col">{t.selection}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value(whole)}</td>
              {selected !== null && <td>{value(selected)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Popup>
  );
}
