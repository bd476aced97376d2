import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deliveryQuery, keys } from "../data/queries.ts";
import "./deliveries.css";
import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import type { DeliveryDetail } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { Link } from "../lib/router.tsx";
import { deliverySentence, RETRY_STATES } from "../lib/words.ts";
import { CopyLine, Fact, Facts } from "../parts/Facts.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { AttemptView } from "./AttemptView.tsx";

export function DeliveryPane({ id }: { id: string }) {
  const delivery = useQuery(deliveryQuery(id));
  if (delivery.data !== undefined) return <DeliveryView delivery={delivery.data} />;
  if (delivery.error) return <ErrorNote error={delivery.error} retry={() => void delivery.refetch()} />;
  return <SkeletonRows rows={7} height={40} />;
}

/** The reason for the state: the site's own words where it gave any, else the appliance's sentence. */
function Story({ delivery }: { delivery: DeliveryDetail }) {
  const said = delivery.site_message ?? "";
  // The sentence of a refusal repeats what the site said.
  const repeated = delivery.state === "rejected" && said !== "" && delivery.explanation.includes(said);
  return (
    <>
      {said !== "" && (
        <blockquote className="delivery-said">
          <p>{said}</p>
          <footer>in the site's own words</footer>
        </blockquote>
      )}
      {delivery.explanation !== "" && !repeated && (
        <p className={delivery.warnings.length > 0 ? "warning" : "delivery-explanation"}>{delivery.explanation}</p>
      )}
    </>
  );
}

function DeliveryView({ delivery }: { delivery: DeliveryDetail }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.retryDelivery(delivery.id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.delivery(delivery.id) }),
  });
  const attempts = delivery.attempts.toSorted((a, b) => b.number - a.number);

  return (
    <div className="detail-body">
      <header className="detail-head" aria-live="polite">
        <DeliveryMark delivery={delivery} large />
        <h2>{deliverySentence(delivery)}</h2>
        <p className="detail-sub">
          <Link to={`/sessions/${delivery.session_id}`}>{delivery.material_id}</Link> ·{" "}
          <Link to={`/projects/${delivery.project_id}`}>{delivery.project_name}</Link> · made{" "}
          <Time iso={delivery.created_at} as="seconds" />
          {delivery.finished_at !== null && (
            <>
              {" "}
              · closed <Time iso={delivery.finished_at} as="seconds" />
            </>
          )}
        </p>
      </header>

      <Story delivery={delivery} />
      {delivery.next_attempt_at !== null && (
        <p>
          Next attempt <Time iso={delivery.next_attempt_at} as="relative" />, at{" "}
          <Time iso={delivery.next_attempt_at} as="seconds" />.
        </p>
      )}
      {RETRY_STATES.includes(delivery.state) && (
        <div className="delivery-retry">
          <Button
            size="xs"
            variant={delivery.state === "delivered" ? "default" : "filled"}
            leftSection={<IconSend size={14} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {delivery.state === "pending" ? "Send now" : "Send again"}
          </Button>
        </div>
      )}
      {retry.error && <ErrorNote error={retry.error} />}

      <section className="block" aria-labelledby="attempts">
        <h3 id="attempts">The conversation with the site</h3>
        {attempts.length === 0 && <p className="hint">No attempt has been made yet.</p>}
        {attempts.map((attempt, index) => (
          <AttemptView
            key={attempt.number}
            attempt={attempt}
            shownExplanation={delivery.explanation}
            open={index === 0 && delivery.state !== "delivered" && delivery.state !== "superseded"}
          />
        ))}
      </section>

      <section className="block" aria-labelledby="delivery-facts">
        <h3 id="delivery-facts">Facts</h3>
        <Facts>
          <Fact name="Event">
            <code>{delivery.event}</code>
          </Fact>
          {delivery.warnings.length > 0 && (
            <Fact name="Warnings">
              <code>{delivery.warnings.join(", ")}</code>
            </Fact>
          )}
          {delivery.code !== null && (
            <Fact name="Code">
              <CopyLine value={delivery.code} what="code" />
            </Fact>
          )}
          <Fact name="Delivery id">
            <CopyLine value={delivery.id} what="delivery id" />
          </Fact>
          {delivery.version_id !== null && (
            <Fact name="Version id">
              <CopyLine value={delivery.version_id} what="version id" />
            </Fact>
          )}
        </Facts>
      </section>
    </div>
  );
}
