import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { Time } from "../../../shared/Time.tsx";
import { messages, sizeInWords } from "../../messages/index.ts";
import { CopyFact, Fact, Facts, Phrase } from "../../parts/basics.tsx";

const LOW_DISK_BYTES = 2_000_000_000;

export function AboutPage({ settings: { appliance: facts } }: { settings: SettingsView }) {
  const t = messages.settings.about;
  return (
    <Facts>
      <Fact name={messages.common.version}>{facts.version}</Fact>
      <Fact name={t.since}>
        <Time iso={facts.started_at} />
      </Fact>
      <CopyFact name={messages.common.publicUrl} value={facts.public_url} />
      <Fact name={t.forDevelopers}>
        <a href={`${facts.public_url}/docs`} target="_blank" rel="noreferrer">
          {t.apiDocs}
        </a>
        {", "}
        <a href={`${facts.public_url}/docs/guide`} target="_blank" rel="noreferrer">
          {t.guide}
        </a>
      </Fact>
      <CopyFact name={t.console} value={facts.console_url} />
      <Fact name={messages.settings.pages.sample}>
        {facts.sandbox_url === null ? (
          t.off
        ) : (
          <a href={facts.sandbox_url} target="_blank" rel="noreferrer">
            {facts.sandbox_url}
          </a>
        )}
      </Fact>
      <CopyFact name={t.dataFolder} value={facts.data_dir} />
      <Fact name={messages.common.freeSpace}>
        {sizeInWords(facts.disk_free_bytes)}
        {facts.disk_free_bytes < LOW_DISK_BYTES && <p className="notice">{t.diskLow}</p>}
      </Fact>
      <Fact name={t.guides}>
        <Phrase text={t.guidesText} />
      </Fact>
      <Fact name={t.licence}>
        MIT,
        <a href="/licences.txt" target="_blank" rel="noreferrer">
          {t.thirdParty}
        </a>
      </Fact>
    </Facts>
  );
}
