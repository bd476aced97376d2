import { Button } from "@mantine/core";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import { useChangeSettings, useCheckPublicUrl } from "../data/changes.ts";
import { isLoopback } from "../lib/hosts.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { Block, SmallButton, TimePhrase } from "../parts/basics.tsx";
import { ROW_BUTTON } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { Step } from "./FirstSteps.tsx";

interface AfterTakeoverProps {
  takeover: NonNullable<Overview["takeover"]>;
  url: Overview["public_url"];
  held: number;
}

/** The remaining steps on the machine that took over. */
export function AfterTakeover({ takeover, url, held }: AfterTakeoverProps) {
  const t = messages.overview.takeover;
  const change = useChangeSettings();
  const check = useCheckPublicUrl();
  const isMoved = url.reachable === true && !isLoopback(url.url);
  return (
    <Block
      id="after-takeover"
      title={t.title}
      level={2}
      action={
        takeover.released && (
          <RequireRole atLeast="admin">
            <Button
              {...ROW_BUTTON}
              loading={change.isPending}
              onClick={() => change.mutate({ takeover_dismissed: takeover.epoch })}
            >
              {messages.common.dismiss}
            </Button>
          </RequireRole>
        )
      }
    >
      <p className="muted">
        <TimePhrase text={t.from} iso={takeover.at} as="relative" />
      </p>
      {(change.error ?? check.error) && <ErrorNote error={change.error ?? check.error} />}
      <ol className="list tiles home-steps">
        <Step title={t.move.title} why={t.move.why(url.url)} done={isMoved}>
          {!isMoved && (
            <RequireRole atLeast="admin">
              <SmallButton loading={check.isPending} onClick={() => check.mutate()}>
                {messages.common.checkAgain}
              </SmallButton>
            </RequireRole>
          )}
        </Step>
        <Step
          title={messages.palette.release}
          why={takeover.released ? t.release.done : t.release.why(numberInWords(held))}
          done={takeover.released}
        >
          {!takeover.released && (
            <span className="line">
              <RequireRole atLeast="operator">
                <SmallButton loading={change.isPending} onClick={() => change.mutate({ deliveries_paused: false })}>
                  {messages.palette.release}
                </SmallButton>
              </RequireRole>
              {held > 0 && <Link to={pathWith("/deliveries", { state: "held" })}>{t.release.action}</Link>}
            </span>
          )}
        </Step>
      </ol>
    </Block>
  );
}
