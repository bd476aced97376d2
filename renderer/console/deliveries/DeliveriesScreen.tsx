import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { DeliveryHead } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { deliveriesQuery } from "../data/queries.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { contentWords, DELIVERY_STATES, durationWords, stateWords } from "../lib/words.ts";
import { ProjectFilter, SearchField } from "../list/filters.tsx";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { EmptyNote } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { DeliveryPane } from "./DeliveryPane.tsx";

export function DeliveriesScreen({ id, query }: { id: string | null; query: URLSearchParams }) {
  const part = (name: string) => query.get(name) ?? "";
  const filter = { project: part("project"), session: part("session"), state: part("state"), q: part("q") };
  const list = useInfiniteQuery(deliveriesQuery(filter));

  const change = (changed: Partial<typeof filter>) =>
    navigate(pathWith(id === null ? "/deliveries" : `/deliveries/${id}`, { ...filter, ...changed }), true);
  const filtered = Object.values(filter).some((value) => value !== "");

  return (
    <MasterDetail
      title="Deliveries"
      closeTo={pathWith("/deliveries", filter)}
      tools={
        <>
          <SearchField label="Material id" value={filter.q} onChange={(q) => change({ q })} />
          <NativeSelect
            size="xs"
            aria-label="State"
            value={filter.state}
            onChange={(event) => change({ state: event.currentTarget.value })}
            data={[
              { value: "", label: "All states" },
              ...DELIVERY_STATES.map((state) => ({ value: state, label: stateWords(state) })),
            ]}
          />
          <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
          {filter.session !== "" && (
            <button type="button" className="list-chip" onClick={() => change({ session: "" })}>
              Of one session <span aria-hidden>×</span>
              <span className="visually-hidden">, show all</span>
            </button>
          )}
        </>
      }
      list={
        <ListPane
          label="Deliveries"
          list={list}
          selectedId={id}
          hrefOf={(delivery) => pathWith(`/deliveries/${delivery.id}`, filter)}
          renderRow={(delivery) => <DeliveryCells delivery={delivery} />}
          empty={<NoDeliveries filtered={filtered} />}
        />
      }
      detail={id === null ? null : { id, label: "Delivery", node: <DeliveryPane key={id} id={id} /> }}
    />
  );
}

function DeliveryCells({ delivery }: { delivery: DeliveryHead }) {
  return (
    <div className="cells cells-delivery">
      <span className="cell-main">{delivery.material_id}</span>
      <span className="cell-state">
        <DeliveryMark delivery={delivery} />
      </span>
      <span className="cell-quiet cell-version">{contentWords(delivery)}</span>
      <span className="cell-quiet cell-project">{delivery.project_name}</span>
      <span className="cell-quiet cell-attempts">{attemptWords(delivery)}</span>
      <span className="cell-time">
        <Time iso={delivery.created_at} as="seconds" />
      </span>
    </div>
  );
}

function attemptWords(delivery: DeliveryHead): string {
  const tries = delivery.attempts > 1 ? `${delivery.attempts} attempts` : "";
  const answer = delivery.last_status === null ? "" : `${delivery.last_status}`;
  const took = delivery.last_duration_ms === null ? "" : durationWords(delivery.last_duration_ms);
  return [tries, answer, took].filter(Boolean).join(" · ");
}

function NoDeliveries({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyNote title="Nothing found">
      <p>No delivery fits this search and these filters.</p>
      <p>
        <Link to="/deliveries">Show all deliveries</Link>
      </p>
    </EmptyNote>
  ) : (
    <EmptyNote title="Nothing has been delivered yet">
      <p>
        Each time a journalist saves, Galley tells the site, and the site fetches the version. That conversation appears
        here as it happens.
      </p>
      <p>
        <Link to="/">See how to open the first article</Link>
      </p>
    </EmptyNote>
  );
}
