import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { undo } from "@tiptap/pm/history";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { messages } from "../../messages/index.ts";
import { TextButton } from "../../ui/buttons.tsx";
import { FIND_KEYS, isPressed, keyName } from "../../ui/keys.ts";
import { listenTo } from "../../ui/lib/dom.ts";
import { createStore, useStore } from "../../ui/lib/store.ts";
import type { FindRequest, WritingTools } from "../writing-tools.ts";
import { type Find, type FindResult, isCapped, startFind } from "./find.ts";

const NONE = createStore<FindResult>({ count: 0, current: 0 });
/** Maximum UTF-16 units of a selection that becomes the first query. */
const MAX_INITIAL_QUERY = 100;

export function FindPanel({ tools, request }: { tools: WritingTools; request: FindRequest }) {
  const { editor } = tools.context;
  const [find, setFind] = useState<Find | null>(null);
  const [text, setText] = useState(() => selectedLine(editor.state));
  const [replacementText, setReplacementText] = useState("");
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  const [replaced, setReplaced] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const replacement = useRef<HTMLInputElement>(null);
  const { count, current } = useStore(find?.found ?? NONE);
  const t = messages.writing.find;

  useEffect(() => {
    const started = startFind(editor);
    setFind(started);
    return started.end;
  }, [editor]);
  useEffect(() => {
    find?.search({ text, matchCase, wholeWords });
    setReplaced(null);
  }, [find, text, matchCase, wholeWords]);
  useEffect(() => (request.field === "replacement" ? replacement : field).current?.select(), [request]);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (FIND_KEYS.next.some((key) => isPressed(key, event))) find?.go(1);
      else if (FIND_KEYS.previous.some((key) => isPressed(key, event))) find?.go(-1);
      else return;
      event.preventDefault();
    };
    return listenTo(document, { keydown: onKey });
  }, [find]);

  function close(): void {
    find?.end();
    tools.finding.set(null);
    editor.view.focus();
    editor.view.dispatch(editor.state.tr.scrollIntoView());
  }

  function onKeyDown(event: KeyboardEvent): void {
    const undoesReplace = replaced !== null && isPressed("Mod+Z", event.nativeEvent);
    if (event.key !== "Escape" && !undoesReplace) return;
    event.preventDefault();
    event.stopPropagation();
    if (undoesReplace) {
      // Right after Replace all, undo reverts the replacement and not the field.
      undo(editor.state, editor.view.dispatch);
      setReplaced(null);
      find?.search({ text, matchCase, wholeWords });
    } else close();
  }

  function replaceOne(): void {
    find?.replace(replacementText);
    // The button becomes disabled, so keeps the focus in the panel.
    if (find?.found.get().count === 0) field.current?.focus();
  }

  function replaceEach(): void {
    setReplaced(find?.replaceAll(replacementText) ?? 0);
    field.current?.focus();
  }

  const status =
    replaced !== null
      ? t.replaced(replaced)
      : text === ""
        ? ""
        : count === 0
          ? t.none
          : t.position(current, count, isCapped(count));

  return (
    <search className="writing-find-panel raised stack" aria-label={t.label} onKeyDown={onKeyDown}>
      <form
        className="writing-find-row row"
        onSubmit={(event) => {
          event.preventDefault();
          find?.go(1);
        }}
      >
        <input
          ref={field}
          className="field"
          type="text"
          aria-label={t.query}
          placeholder={t.query}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !event.shiftKey) return;
            event.preventDefault();
            find?.go(-1);
          }}
        />
        <output className="writing-find-count" data-tone={status === t.none ? "bad" : "quiet"}>
          {status}
        </output>
        <IconButton label={`${t.previous} (${keyName("Shift+F3")})`} icon={IconArrowUp} onPress={() => find?.go(-1)} />
        <IconButton label={`${t.next} (F3)`} icon={IconArrowDown} onPress={() => find?.go(1)} />
        <IconButton label={`${messages.common.close}: ${t.label}`} icon={IconX} onPress={close} />
      </form>
      {request.replacing && (
        <form
          className="writing-find-row row"
          onSubmit={(event) => {
            event.preventDefault();
            replaceOne();
          }}
        >
          <input
            ref={replacement}
            className="field"
            type="text"
            aria-label={t.replacement}
            placeholder={t.replacement}
            autoComplete="off"
            maxLength={2_000}
            value={replacementText}
            onChange={(event) => setReplacementText(event.currentTarget.value)}
          />
          <Button size="compact-sm" variant="default" type="submit" disabled={count === 0}>
            {t.replace}
          </Button>
          <Button size="compact-sm" variant="default" disabled={count === 0} onClick={replaceEach}>
            {t.replaceAll}
          </Button>
        </form>
      )}
      <div className="writing-find-row row writing-find-options">
        <Checkbox
          size="xs"
          label={t.matchCase}
          checked={matchCase}
          onChange={(event) => setMatchCase(event.currentTarget.checked)}
        />
        <Checkbox
          size="xs"
          label={t.wholeWords}
          checked={wholeWords}
          onChange={(event) => setWholeWords(event.currentTarget.checked)}
        />
        {!request.replacing && (
          <TextButton
            className="writing-find-more"
            onClick={() => tools.finding.set({ replacing: true, field: "replacement" })}
          >
            {t.replace}
          </TextButton>
        )}
      </div>
    </search>
  );
}

function IconButton({ label, icon: Icon, onPress }: { label: string; icon: typeof IconX; onPress: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} onClick={onPress}>
      <Icon size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

/** The selected text if it is one short line, else "". */
function selectedLine({ selection, doc }: WritingTools["context"]["editor"]["state"]): string {
  const { $from, from, to } = selection;
  const isLine = selection.$to.parent === $from.parent && to - from <= MAX_INITIAL_QUERY;
  return isLine ? doc.textBetween(from, to, undefined, "") : "";
}
