import { Button } from "@mantine/core";
import { IconDots, IconEye, IconHistory, IconListCheck, IconListTree, IconMessage } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { groupFindings } from "../checks/check-list.ts";
import { messages } from "../messages/index.ts";
import type { OutlineState } from "../outline/outline-state.ts";
import { namesOf } from "../presence/presence.ts";
import { keyName, OUTLINE_KEY, SAVE_KEY } from "../ui/keys.ts";
import { listenTo } from "../ui/lib/dom.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { Author } from "./Author.tsx";
import type { OpenSession } from "./open-session.ts";

export type HeaderPanel = "history" | "preview" | "checks" | "comments";

export interface HeaderProps {
  articleSession: OpenSession;
  outline: OutlineState;
  onOpen: (panel: HeaderPanel) => void;
}

/** Title, site and author; the state of the article (`children`); the panels; Save. */
export function Header({ articleSession, outline, onOpen, children }: HeaderProps & { children: ReactNode }) {
  const { session } = articleSession;
  const name = useStore(articleSession.name);
  const author = useStore(articleSession.author);
  const others = useStorePart(articleSession.presence.state, (presence) => presence.others);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const outlined = useStore(outline.open);
  const t = messages.header;
  return (
    <div className="head-first">
      <button
        type="button"
        className="head-outline"
        title={messages.outline.open(keyName(OUTLINE_KEY))}
        aria-label={messages.outline.title}
        aria-pressed={outlined}
        onClick={outlined ? outline.close : outline.enter}
      >
        <IconListTree size={18} stroke={1.7} aria-hidden />
      </button>
      <div className="head-identity">
        <h1 className="one-line" title={name === session.material_id ? name : `${name} (${session.material_id})`}>
          {name}
        </h1>
        <div className="head-about note">
          {others.length > 0 && (
            <strong className="head-people one-line">{messages.around.people.also(namesOf(others, author))}</strong>
          )}
          <span className="head-site one-line" title={t.on(session.site, session.project_name)}>
            {session.site}
            <span className="head-project"> · {session.project_name}</span>
          </span>
          <Author articleSession={articleSession} />
        </div>
      </div>
      {children}
      <Actions articleSession={articleSession} outline={outline} onOpen={onOpen} />
      <Button
        size="xs"
        title={reading ? messages.around.people.saveNeedsWritingLease : t.saveHint(SAVE_KEY)}
        aria-disabled={reading || undefined}
        variant={reading ? "default" : "filled"}
        onClick={articleSession.save}
      >
        {t.save}
      </Button>
    </div>
  );
}

function Actions({ articleSession, outline, onOpen }: HeaderProps) {
  const count = useStorePart(articleSession.checks.findings, (findings) => groupFindings(findings).length);
  const comments = useStore(articleSession.comments.count);
  const fold = useRef<HTMLDetailsElement>(null);
  const t = messages.around;
  useEffect(() => {
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event instanceof PointerEvent && fold.current?.contains(event.target as Node)) return;
      if (fold.current?.open) fold.current.open = false;
    };
    return listenTo(document, { pointerdown: close, keydown: close });
  }, []);
  const open = (panel: HeaderPanel) => () => {
    if (fold.current !== null) fold.current.open = false;
    onOpen(panel);
  };
  const buttons = (
    <>
      {count > 0 && (
        <Button {...ACTION} leftSection={<IconListCheck {...ICON} />} onClick={open("checks")}>
          {t.checks.count(count)}
        </Button>
      )}
      <Button {...ACTION} leftSection={<IconMessage {...ICON} />} onClick={open("comments")}>
        {messages.comments.open(comments)}
      </Button>
      <Button {...ACTION} leftSection={<IconEye {...ICON} />} onClick={open("preview")}>
        {t.preview.open}
      </Button>
      <Button {...ACTION} leftSection={<IconHistory {...ICON} />} onClick={open("history")}>
        {messages.header.history}
      </Button>
    </>
  );
  return (
    <>
      <div className="head-actions row">{buttons}</div>
      <details className="head-actions-fold" ref={fold}>
        <summary className="row">
          <span className="unseen">{count > 0 ? `${t.more} (${t.checks.count(count)})` : t.more}</span>
          <IconDots size={18} stroke={1.7} aria-hidden />
          {count > 0 && <span aria-hidden>{t.checks.short(count)}</span>}
        </summary>
        <div className="head-actions-list raised">
          <Button
            {...ACTION}
            leftSection={<IconListTree {...ICON} />}
            onClick={() => {
              if (fold.current !== null) fold.current.open = false;
              outline.enter();
            }}
          >
            {messages.outline.title}
          </Button>
          {buttons}
        </div>
      </details>
    </>
  );
}

const ACTION = { variant: "subtle", color: "gray", size: "xs" } as const;
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
