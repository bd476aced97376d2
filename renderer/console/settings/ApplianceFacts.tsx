import type { SettingsView } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { bytesWords } from "../lib/words.ts";
import { CopyLine, Fact, Facts } from "../parts/Facts.tsx";

/** Free bytes below which the page warns. */
const LITTLE_DISK_BYTES = 2_000_000_000;

export function ApplianceFacts({ facts }: { facts: SettingsView["appliance"] }) {
  return (
    <section className="block" aria-labelledby="appliance">
      <h2 id="appliance">This appliance</h2>
      <Facts>
        <Fact name="For sites and journalists">
          <CopyLine value={facts.public_url} what="public address" />
        </Fact>
        <Fact name="For site developers">
          <a href={`${facts.public_url}/docs`} target="_blank" rel="noreferrer">
            Documentation of the API
          </a>
        </Fact>
        <Fact name="This console">
          <CopyLine value={facts.console_url} what="console address" />
        </Fact>
        <Fact name="Sample site">
          {facts.sandbox_url === null ? (
            "switched off"
          ) : (
            <span className="copy-line">
              <a href={facts.sandbox_url} target="_blank" rel="noreferrer">
                {facts.sandbox_url}
              </a>
            </span>
          )}
        </Fact>
        <Fact name="Data folder">
          <CopyLine value={facts.data_dir} what="data folder" />
        </Fact>
        <Fact name="Disk free">
          {bytesWords(facts.disk_free_bytes)}
          {facts.disk_free_bytes < LITTLE_DISK_BYTES && (
            <p className="warning">The disk is nearly full. When it is full, Galley refuses to save.</p>
          )}
        </Fact>
        <Fact name="Version">{facts.version}</Fact>
        <Fact name="Running since">
          <Time iso={facts.started_at} />
        </Fact>
      </Facts>
    </section>
  );
}
