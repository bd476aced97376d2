import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { WrongSignatureView } from "../../../../server/contracts/projects-api.ts";
import { said } from "../../../shared/language.ts";
import { Time } from "../../../shared/Time.tsx";
import { wrongSignaturesQuery } from "../../data/queries.ts";
import { messages } from "../../messages/index.ts";
import { Fact, Facts } from "../../parts/basics.tsx";
import { EmptyNote, ErrorNote, MoreButton, SkeletonRows } from "../../parts/Notes.tsx";
import "./check.css";

export function WrongSignaturesTab({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(wrongSignaturesQuery(projectId));
  const ask = () => void list.refetch();
  const t = messages.check.signatures;
  return (
    <section aria-labelledby="signatures-title">
      <div className="between">
        <h3 id="signatures-title" className="project-title">
          {t.title}
        </h3>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={list.isPending}
          onClick={ask}
        >
          {t.reload}
        </Button>
      </div>
      <div className="check-sheet">
        <p>{t.why}</p>
        {list.error && <ErrorNote error={list.error} retry={ask} />}
        {list.isPending && <SkeletonRows rows={5} height={64} />}
        {list.data?.length === 0 && !list.error && <EmptyNote title={t.none} />}
        <ul className="list ruled" aria-label={t.title}>
          {list.data?.map((item) => (
            <Signature key={item.id} item={item} />
          ))}
        </ul>
        <MoreButton list={list} />
      </div>
    </section>
  );
}

function Signature({ item }: { item: WrongSignatureView }) {
  const t = messages.check.signatures;
  return (
    <li className="wrap">
      <h4 className="check-title">
        {t.routes[item.route]}: {item.material_id}
      </h4>
      <p className="muted">
        <Time iso={item.at} as="seconds" /> · {t.from(item.client_address)}
      </p>
      <p>{said(item.diagnosis, item.diagnosis_sentence)}</p>
      <details className="unfold">
        <summary>{t.details}</summary>
        <Facts>
          <Fact name={t.toBeSigned}>
            <code>
              {item.material_id}:{item.url}
            </code>
          </Fact>
          <Fact name={t.received}>
            <code>{item.given}</code>
          </Fact>
        </Facts>
      </details>
    </li>
  );
}
