import { Button } from "@mantine/core";
import {
  IconDots,
  IconEye,
  IconHistory,
  IconListCheck,
  IconListTree,
  IconMessage,
  IconPencilOff,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { MAX_AUTHOR } from "../../../server/contracts/editor-api.ts";
import { groupFindings } from "../checks/check-list.ts";
import { People } from "../collaboration/People.tsx";
import type { Panel } from "../comments/comment-state.ts";
import { messages } from "../messages/index.ts";
import type { OutlineState } from "../outline/outline-state.ts";
import { IconButton } from "../ui/buttons.tsx";
import { OUTLINE_KEY, SAVE_KEY } from "../ui/keys.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import type { OpenSession } from "./open-session.ts";

interface HeaderProps {
  articleSession: OpenSession;
  outline: OutlineState;
  onOpen: (panel: Panel) => void;
}

export function Header({ articleSession, outline, onOpen, children }: HeaderProps & { children: ReactNode }) {
  const { session } = articleSession;
  const name = useStore(articleSession.name);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const outlined = useStore(outline.open);
  const t = messages.header;
  return (
    <div className="head-first">
      <IconButton
        className="head-outline"
        ml="calc(-1 * var(--gap-sm))"
        variant={outlined ? "light" : "subtle"}
        label={messages.outline.title}
        shortcut={OUTLINE_KEY}
        icon={IconListTree}
        aria-pressed={outlined}
        onClick={outlined ? outline.close : outline.enter}
      />
      <div className="head-identity">
        <h1 className="one-line" title={name === session.material_id ? name : `${name} (${session.material_id})`}>
          {name}
        </h1>
        <div className="head-about note">
          <span className="head-site one-line" title={`${session.site} · ${session.project_name}`}>
            {session.site}
            <span className="head-project"> · {session.project_name}</span>
          </span>
          <Author articleSession={articleSession} />
        </div>
      </div>
      <People articleSession={articleSession} />
      {children}
      <Actions articleSession={articleSession} outline={outline} onOpen={onOpen} />
      <Button
        size="xs"
        title={reading ? messages.people.youRead : t.saveHint(SAVE_KEY)}
        aria-disabled={reading || undefined}
        variant={reading ? "default" : "filled"}
        onClick={articleSession.save}
      >
        {messages.common.save}
      </Button>
    </div>
  );
}

function Actions({ articleSession, outline, onOpen }: HeaderProps) {
  const count = useStorePart(articleSession.checks.findings, (findings) => groupFindings(findings).length);
  const comments = useStore(articleSession.comments.count);
  const canRead = useStorePart(
    articleSession.presence.state,
    ({ mode, others }) => mode === "editing" && others.length > 0,
  );
  const t = messages.checks;
  const tool = (Icon: TablerIcon, label: string, work: () => void) => (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
      onClick={work}
    >
      {label}
    </Button>
  );
  const buttons = (
    <>
      {count > 0 && tool(IconListCheck, t.count(count), () => onOpen("checks"))}
      {tool(IconMessage, messages.comments.open(comments), () => onOpen("comments"))}
      {tool(IconEye, messages.common.preview, () => onOpen("preview"))}
      {tool(IconHistory, messages.history.title, () => onOpen("history"))}
      {canRead && tool(IconPencilOff, messages.people.read, () => articleSession.presence.choose("reading"))}
    </>
  );
  return (
    <>
      <div className="head-actions row">{buttons}</div>
      <button type="button" className="head-actions-more row" popoverTarget="head-actions-list">
        <span className="unseen">
          {count > 0 ? `${messages.common.more} (${t.count(count)})` : messages.common.more}
        </span>
        <IconDots size={18} stroke={1.7} aria-hidden />
        {count > 0 && <span aria-hidden>{count}</span>}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses a button inside also clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a click on a button inside */}
      <div
        id="head-actions-list"
        className="head-actions-list raised"
        popover="auto"
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {tool(IconListTree, messages.outline.title, outline.enter)}
        {buttons}
      </div>
    </>
  );
}

function Author({ articleSession }: { articleSession: OpenSession }) {
  const author = useStore(articleSession.author);
  const t = messages.header;
  if (articleSession.session.user_email_fixed)
    return (
      <span className="head-author one-line" title={author}>
        <span className="unseen">{t.author}: </span>
        {author}
      </span>
    );
  return (
    <input
      className="head-author"
      aria-label={t.author}
      title={author}
      placeholder={t.authorMissing}
      autoComplete="email"
      maxLength={MAX_AUTHOR}
      value={author}
      onChange={(event) => articleSession.author.set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        articleSession.editor.view.focus();
      }}
    />
  );
}
