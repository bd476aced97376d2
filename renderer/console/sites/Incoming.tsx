import type { SiteView } from "../../../server/contracts/sites-api.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { Block, Fact, Facts, Phrase, TimePhrase } from "../parts/basics.tsx";

/** Requests of the site's project that Galley refused. */
export function Incoming({ site }: { site: SiteView }) {
  const t = messages.sites.incoming;
  const { wrong_signatures, refused_opens, project_id } = site;
  return (
    <Block id="incoming" title={t.title}>
      <p className="hint">
        <Phrase
          text={t.why(site.project)}
          parts={{ link: (words) => <Link to={`/projects/${project_id}`}>{words}</Link> }}
        />
      </p>
      <Facts>
        <Fact name={messages.check.signatures.title}>
          <Count of={wrong_signatures} to={`/projects/${project_id}/signatures`} />
        </Fact>
        <Fact name={t.refusedOpens}>
          <Count of={refused_opens} to={pathWith("/requests", { project: project_id, status: "4xx", from: "30d" })} />
          {refused_opens.by_code.length > 0 && (
            <ul className="list line">
              {refused_opens.by_code.map(({ code, count }) => (
                <li key={code}>
                  <Link to={pathWith("/requests", { project: project_id, q: `code:${code}`, from: "30d" })}>
                    <code>{code}</code>
                  </Link>{" "}
                  {numberInWords(count)}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </Facts>
    </Block>
  );
}

function Count({ of: { count, last_at }, to }: { of: { count: number; last_at: string | null }; to: string }) {
  const t = messages.sites.incoming;
  if (count === 0 || last_at === null) return t.none;
  return (
    <>
      <Link to={to}>{numberInWords(count)}</Link> <TimePhrase text={t.last} iso={last_at} as="relative" />
    </>
  );
}
