import { Button, Checkbox, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { undo } from "@tiptap/pm/history";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { messages } from "../../messages/index.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { FIND_KEYS, isPressed } from "../../ui/keys.ts";
import { listenTo } from "../../ui/lib/dom.ts";
import { createStore, useStore } from "../../ui/lib/store.ts";
import type { FindRequest, WritingTools } from "../writing-tools.ts";
import { type Find, type FindResult, MAX_MATCHES, startFind } from "./find.ts";

const NONE = createStore<FindResult>({ count: 0, current: 0 });
/** Maximum UTF-16 units of a selection that becomes the first query. */
const MAX_INITIAL_QUERY = 100;

export function FindPanel({ tools, request }: { tools: WritingTools; request: FindRequest }) {
  const { editor } = tools.context;
  const [find, setFind] = useState<Find | null>(null);
  const [query, setQuery] = useState(() => ({
    text: selectedLine(editor.state),
    matchCase: false,
    wholeWords: false,
  }));
  const [replacementText, setReplacementText] = useState("");
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
    find?.search(query);
    setReplaced(null);
  }, [find, query]);
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
      find?.search(query);
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
      : query.text === ""
        ? ""
        : count === 0
          ? t.none
          : t.position(current, count, count >= MAX_MATCHES);

  return (
    <search className="writing-find-panel raised stack" aria-label={t.label} onKeyDown={onKeyDown}>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          find?.go(1);
        }}
      >
        <input
          ref={field}
          {...fieldOf(t.query)}
          spellCheck={false}
          maxLength={500}
          value={query.text}
          onChange={(event) => setQuery({ ...query, text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !event.shiftKey) return;
            event.preventDefault();
            find?.go(-1);
          }}
        />
        <output className="writing-find-count note" data-tone={status === t.none ? "bad" : "quiet"}>
          {status}
        </output>
        <IconButton label={t.previous} shortcut="Shift+F3" icon={IconArrowUp} onClick={() => find?.go(-1)} />
        <IconButton label={t.next} shortcut="F3" icon={IconArrowDown} onClick={() => find?.go(1)} />
        <IconButton label={`${messages.common.close}: ${t.label}`} icon={IconX} onClick={close} />
      </form>
      {request.replacing && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            replaceOne();
          }}
        >
          <input
            ref={replacement}
            {...fieldOf(t.replacement)}
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
      <Group gap="md">
        {(["matchCase", "wholeWords"] as const).map((option) => (
          <Checkbox
            key={option}
            size="xs"
            label={t[option]}
            checked={query[option]}
            onChange={(event) => setQuery({ ...query, [option]: event.currentTarget.checked })}
          />
        ))}
        {!request.replacing && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml="auto"
            onClick={() => tools.finding.set({ replacing: true, field: "replacement" })}
          >
            {t.replace}
          </Button>
        )}
      </Group>
    </search>
  );
}

const fieldOf = (label: string) =>
  ({ className: "field", type: "text", "aria-label": label, placeholder: label, autoComplete: "off" }) as const;

/** The selected text if it is one short line, else "". */
function selectedLine({ selection, doc }: WritingTools["context"]["editor"]["state"]): string {
  const { $from, from, to } = selection;
  const isLine = selection.$to.parent === $from.parent && to - from <= MAX_INITIAL_QUERY;
  return isLine ? doc.textBetween(from, to, undefined, "") : "";
}
