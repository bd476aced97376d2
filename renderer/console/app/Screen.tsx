import { useDocumentTitle, useTimeout } from "@mantine/hooks";
import { Component, type ReactNode, Suspense } from "react";
import { Link, usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Phrase, SmallButton } from "../parts/basics.tsx";
import { SkeletonRows } from "../parts/Notes.tsx";
import { pageAt, prefetchPages } from "./pages.tsx";

const PREFETCH_DELAY_MS = 1_500;

export function Screen() {
  const place = usePlace();
  const [name = ""] = place.segments;

  const t = messages.shell;
  const known = Object.entries(t.places).find(([place]) => place === name);
  useDocumentTitle(known === undefined ? t.title : t.titleOf(known[1]));
  useTimeout(() => void prefetchPages(), PREFETCH_DELAY_MS, { autoInvoke: true });

  const page = pageAt(place);
  if (page === null) return <NoPage />;
  return <PageFrame name={name}>{page}</PageFrame>;
}

/** Shows a page once it is loaded. @param name of the page; a new name resets the error */
export function PageFrame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <PageFailure key={name}>
      <Suspense fallback={<SkeletonRows rows={9} />}>{children}</Suspense>
    </PageFailure>
  );
}

function NoPage() {
  const t = messages.shell.noPage;
  return (
    <div className="page">
      <h1>{t.title}</h1>
      <p>
        <Phrase text={t.why} parts={{ address: () => <code>{window.location.pathname}</code> }} />
      </p>
      <p>
        <Link to="/">{t.back}</Link>
      </p>
    </div>
  );
}

/** Shown when a page's files cannot be loaded or the page throws. */
class PageFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const t = messages.shell.pageFailed;
    return (
      <div className="page" role="alert">
        <h1>{t.title}</h1>
        <p>{t.why}</p>
        <SmallButton onClick={() => window.location.reload()}>{t.reload}</SmallButton>
      </div>
    );
  }
}
