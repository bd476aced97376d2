import { IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { WrongSignatureView } from "../../../server/contracts/projects-api.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { wrongSignaturesQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { CodeFact, Facts, SmallButton } from "../parts/basics.tsx";
import { Items } from "../parts/Loaded.tsx";
import { EmptyNote } from "../parts/Notes.tsx";
import "./projects.css";

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
        <SmallButton Icon={IconRefresh} loading={list.isPending} onClick={ask}>
          {t.reload}
        </SmallButton>
      </div>
      <div className="form">
        <p>{t.why}</p>
        <Items query={list} items={list.data} label={t.title} none={<EmptyNote title={t.none} />} rows={5} height={64}>
          {(item) => <Signature item={item} />}
        </Items>
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
        <Time iso={item.at} as="seconds" /> · {messages.common.fromAddress(item.client_address)}
      </p>
      <p>{said(item.diagnosis, item.diagnosis_sentence)}</p>
      <details className="unfold">
        <summary>{t.details}</summary>
        <Facts>
          <CodeFact name={t.textToSign}>
            {item.material_id}:{item.url}
          </CodeFact>
          <CodeFact name={messages.common.received}>{item.given}</CodeFact>
        </Facts>
      </details>
    </li>
  );
}
