/** A list and the open pane next to it; in a narrow window only one of them. */
import { ActionIcon } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconArrowLeft, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type { Query } from "../../shared/api-client.ts";
import { isDialogOpen, isTyping } from "../lib/keys.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { findRow, ListPane, type ListPaneProps } from "./ListPane.tsx";

interface MasterDetailProps {
  title: string;
  action?: ReactNode;
  tools?: ReactNode;
  list: ReactNode;
  openId: string | null;
  /** Accessible name of the open pane. */
  one: string;
  detail: (id: string) => ReactNode;
  /** URL of the list with its filters. */
  closeTo: string;
}

export function MasterDetail({ title, action, tools, list, openId, one, detail, closeTo }: MasterDetailProps) {
  const screen = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const closedByKey = useRef<string | null>(null);
  /** The row that Escape in the search focused. */
  const rowAfterSearch = useRef<HTMLElement | null>(null);

  useWindowEvent("keydown", (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || dialogKeys.has(event)) return;
    if (event.key === "/" && !isTyping(event.target)) {
      const search = searchIn(screen.current);
      if (search === null) return;
      event.preventDefault();
      search.focus();
      search.select();
    }
    if (event.key !== "Escape") return;
    if (event.target instanceof HTMLInputElement && event.target.matches("[data-search]")) {
      // The browser would clear the field.
      event.preventDefault();
      rowAfterSearch.current = screen.current?.querySelector<HTMLElement>("[data-row-id][tabindex='0']") ?? null;
      rowAfterSearch.current?.focus();
    } else if (openId !== null && !isTyping(event.target)) {
      closedByKey.current = openId;
      navigate(closeTo);
    }
  });

  // In the same render, before the next key can move the focus.
  useLayoutEffect(() => {
    if (closedByKey.current === null || openId === closedByKey.current) return;
    findRow(screen.current, closedByKey.current)?.focus();
    closedByKey.current = null;
  }, [openId]);

  // New results may remove the row, and the focus with it.
  useLayoutEffect(() => {
    if (rowAfterSearch.current === null || rowAfterSearch.current.isConnected) return;
    rowAfterSearch.current = null;
    if (document.activeElement === document.body) searchIn(screen.current)?.focus();
  });

  // A hidden list would lose the focus.
  useEffect(() => {
    if (openId === null) return;
    pane.current?.scrollTo(0, 0);
    const row = findRow(screen.current, openId);
    if (row === undefined || row.offsetParent === null) pane.current?.focus({ preventScroll: true });
  }, [openId]);

  return (
    <div className="master-detail" data-open={openId !== null} ref={screen}>
      <section className="master" aria-label={title}>
        <header className="master-head">
          <h1>{title}</h1>
          {action}
        </header>
        {tools && <div className="master-tools">{tools}</div>}
        <div className="master-list">{list}</div>
      </section>
      {openId !== null && (
        <section className="detail" aria-label={one} tabIndex={-1} ref={pane}>
          <div className="detail-bar">
            <Link to={closeTo} className="detail-back">
              <IconArrowLeft size={16} aria-hidden /> {title}
            </Link>
            <ActionIcon
              component={Link}
              to={closeTo}
              variant="subtle"
              aria-label={messages.common.close}
              title={messages.common.closeHint}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </div>
          {detail(openId)}
        </section>
      )}
    </div>
  );
}

interface ListScreenProps<T extends { id: string }>
  extends Omit<MasterDetailProps, "title" | "list" | "closeTo">,
    Pick<ListPaneProps<T>, "list" | "renderRow" | "empty"> {
  place: keyof typeof messages.shell.places;
  /** URL of an item, or of the list for null. */
  pathOf: (id: string | null) => string;
}

/** The rows of a query and the open item. */
export function ListScreen<T extends { id: string }>(props: ListScreenProps<T>) {
  const { place, pathOf, list, renderRow, empty, ...rest } = props;
  const title = messages.shell.places[place];
  const rows = { list, renderRow, empty, label: title, selectedId: rest.openId };
  return (
    <MasterDetail
      title={title}
      closeTo={pathOf(null)}
      list={<ListPane {...rows} hrefOf={({ id }) => pathOf(id)} />}
      {...rest}
    />
  );
}

/** URLs of a list screen with its filters: of an item, or of the list for null; `change` filters what is open. */
export function listPaths<Filter extends Query>(list: string, openId: string | null, filter: Filter) {
  const pathOf = (id: string | null, part: Partial<Filter> = {}) =>
    pathWith(id === null ? list : `${list}/${id}`, { ...filter, ...part });
  return { pathOf, change: (part: Partial<Filter>) => navigate(pathOf(openId, part), true) };
}

function searchIn(screen: HTMLElement | null): HTMLInputElement | null {
  return screen?.querySelector<HTMLInputElement>("[data-search]") ?? null;
}

/** Keys pressed while a dialog was open. Recorded in capture, because Mantine closes the dialog before other listeners run. */
const dialogKeys = new WeakSet<Event>();

window.addEventListener(
  "keydown",
  (event) => {
    if (isDialogOpen()) dialogKeys.add(event);
  },
  { capture: true },
);
