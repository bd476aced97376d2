import { type KeyboardEvent, useState } from "react";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import { locale, messages, numberInWords } from "../messages/index.ts";

type Hour = Overview["hours"][number];

const HOUR_MS = 3_600_000;
/** SVG units. Failed attempts are below the axis. */
const STEP = 20;
const BAR = 14;
const HEIGHT = 120;
const LEAST = 3;
const LABEL_EVERY = 6;

export function Hours({ hours }: { hours: Hour[] }) {
  const t = messages.overview.hours;
  const [at, setAt] = useState<number | null>(null);
  const taken = sum(hours, "delivered");
  const failed = sum(hours, "failed");
  const chosen = at === null ? undefined : hours[at];

  const walk = (event: KeyboardEvent) => {
    const last = hours.length - 1;
    const from = at ?? last + 1;
    const goal = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    setAt(Math.min(Math.max(goal, 0), last));
  };

  return (
    <section className="block" aria-labelledby="hours">
      <h2 id="hours">{t.title}</h2>
      {taken + failed > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: no fieldset: its keys walk through a drawing
        <div
          className="home-bars"
          role="group"
          aria-label={t.label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of this group walk through the hours
          tabIndex={0}
          onKeyDown={walk}
          onBlur={() => setAt(null)}
          onPointerLeave={() => setAt(null)}
        >
          <Scale hours={hours} />
          <Bars hours={hours} at={at} choose={setAt} />
          <Axis hours={hours} />
        </div>
      )}
      <p className="muted home-hour" role="status">
        {chosen !== undefined && hourWords(chosen)}
        {chosen === undefined && (taken + failed === 0 ? t.nothing : t.sum(taken, failed))}
      </p>
      <details className="unfold">
        <summary>{t.asTable}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t.hour}</th>
              <th scope="col">{messages.words.standings.delivered}</th>
              <th scope="col">{messages.words.standings.failed}</th>
            </tr>
          </thead>
          <tbody>
            {hours.toReversed().map((row) => (
              <tr key={row.hour}>
                <th scope="row">
                  <time dateTime={row.hour}>{clockOf(Date.parse(row.hour))}</time>
                </th>
                <td>{numberInWords(row.delivered)}</td>
                <td>{numberInWords(row.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** The longest bars in each direction; the sentence below and the table say the same. */
function Scale({ hours }: { hours: Hour[] }) {
  const { above, below } = longest(hours);
  return (
    <div className="muted home-scale" aria-hidden="true">
      <span>{above > 0 && numberInWords(above)}</span>
      <span className="text-refused">{below > 0 && numberInWords(below)}</span>
    </div>
  );
}

/** Every sixth hour. */
function Axis({ hours }: { hours: Hour[] }) {
  return (
    <div className="muted home-axis" aria-hidden="true">
      {hours
        .filter((_, index) => index % LABEL_EVERY === 0)
        .map(({ hour }) => (
          <span key={hour}>{clockOf(Date.parse(hour))}</span>
        ))}
    </div>
  );
}

function longest(hours: Hour[]) {
  const most = (name: "delivered" | "failed") => Math.max(...hours.map((hour) => hour[name]), 0);
  return { above: most("delivered"), below: most("failed") };
}

function Bars({ hours, at, choose }: { hours: Hour[]; at: number | null; choose: (index: number) => void }) {
  const { above, below } = longest(hours);
  const room = HEIGHT - 2 * LEAST;
  const unit = room / (above + below);
  const line = LEAST + above * unit;
  const size = (count: number) => (count === 0 ? 0 : Math.max(count * unit, LEAST));
  return (
    <svg viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`} aria-hidden="true">
      {hours.map((row, index) => (
        <g key={row.hour} data-chosen={index === at} onPointerEnter={() => choose(index)}>
          <title>{hourWords(row)}</title>
          <rect className="home-hit" x={index * STEP} width={STEP} y={0} height={HEIGHT} />
          <rect
            fill="var(--taken)"
            x={index * STEP + (STEP - BAR) / 2}
            width={BAR}
            y={line - size(row.delivered)}
            height={size(row.delivered)}
          />
          <rect
            fill="var(--refused)"
            x={index * STEP + (STEP - BAR) / 2}
            width={BAR}
            y={line}
            height={size(row.failed)}
          />
        </g>
      ))}
      <line stroke="var(--rule-strong)" x1={0} x2={hours.length * STEP} y1={line} y2={line} />
    </svg>
  );
}

function hourWords({ hour, delivered, failed }: Hour): string {
  const from = Date.parse(hour);
  return `${clockOf(from)}–${clockOf(from + HOUR_MS)}, ${messages.overview.hours.sum(delivered, failed)}`;
}

function clockOf(ms: number): string {
  return new Date(ms).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

function sum(hours: Hour[], name: "delivered" | "failed"): number {
  return hours.reduce((all, hour) => all + hour[name], 0);
}
