/**
 * The site of the fault tests: checks every signature, downloads every archive, compares every byte with the saved content,
 * and records callbacks and responses. If `isUnreliable`, it responds late, wrongly or not at all.
 */
import http from "node:http";
import { readArchive } from "../../../support/archives.ts";
import type { Chance } from "../../../support/chance.ts";
import { listening } from "../../../support/listening.ts";
import { downloadArchive, type Keys, type ReceivedCallback, signature } from "../../../support/site.ts";
import { type Ledger, sha256 } from "./ledger.ts";

/** Instants at which a test can kill the appliance. */
export type Moment = "connected" | "arrived" | "downloading" | "responded";

export interface Call {
  materialId: string;
  versionId: string;
  /** Whether the whole `rc: 1` response was sent. */
  accepted: boolean;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver(chance: Chance, ledger: Ledger, keys: Keys) {
  const receiver = {
    callbackUrl: "",
    /** Every callback in the order of arrival. */
    calls: [] as Call[],
    /** Material → the newest accepted state, which the site sends at its next open. */
    states: new Map<string, object>(),
    isUnreliable: false,
    /** Called synchronously at each instant. */
    onMoment: (_moment: Moment): void => {},
    /** The public URL of a file of a version. */
    clientUrl: (versionId: string, fileName: string) => `https://cdn.example.org/${versionId}/${fileName}`,
    close: (): Promise<void> => at.close(),
  };

  const receive = async (req: http.IncomingMessage, res: http.ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedCallback["body"];
    const call: Call = { materialId: body.material_id, versionId: String(body.metadata.version_id), accepted: false };
    receiver.calls.push(call);
    if (req.headers["x-service-signature"] !== signature(keys.api_secret, body.material_id, body.content_url))
      ledger.faults.push(`The callback for ${call.versionId} had a wrong signature.`);
    receiver.onMoment("arrived");

    const behaviour = receiver.isUnreliable ? chance.fraction() : 1;
    if (behaviour < 0.08) return void res.destroy();
    if (behaviour < 0.16) return void res.writeHead(500, { "content-type": "text/html" }).end("<h1>Sorry</h1>");
    const zip = await download(body);
    if (zip === null) return void res.destroy();
    const entries = await readArchive(zip);
    const state = compare(entries, call, ledger);
    for (const [fileName, asset] of Object.entries(state.assets))
      asset.clientUrl = receiver.clientUrl(call.versionId, fileName);
    if (behaviour < 0.22) return void res.destroy();
    if (behaviour < 0.36) await new Promise((resolve) => setTimeout(resolve, 20 + chance.below(250)));
    const response = JSON.stringify({ rc: 1, rm: "", data: { vms_json: state } });
    if (behaviour < 0.4) {
      // Close the connection after half of the response.
      res.writeHead(200, { "content-length": Buffer.byteLength(response) });
      return void res.write(response.slice(0, response.length / 2), () => res.destroy());
    }
    res.setHeader("content-type", "application/json").end(response, () => {
      call.accepted = true;
      receiver.states.set(call.materialId, state);
      receiver.onMoment("responded");
    });
  };

  /** Null if the appliance was killed during the download. */
  const download = async (body: ReceivedCallback["body"]): Promise<Buffer | null> => {
    try {
      const response = await downloadArchive(keys, body.content_url, body.material_id);
      if (response.status !== 200) {
        ledger.faults.push(`The archive ${body.content_url} got status ${response.status}: ${await response.text()}`);
        return null;
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body ?? []) {
        chunks.push(chunk);
        receiver.onMoment("downloading");
      }
      return Buffer.concat(chunks);
    } catch {
      return null;
    }
  };

  const server = http.createServer((req, res) => {
    receive(req, res).catch((error) => {
      // A killed appliance leaves an incomplete request; any other error is a fault.
      if (!req.complete) return;
      ledger.faults.push(`A callback could not be received: ${String(error)}`);
      res.destroy();
    });
  });
  server.on("connection", () => receiver.onMoment("connected"));
  const at = await listening(server);
  receiver.callbackUrl = `http://${at.host}/callback`;
  return receiver;
}

interface State {
  assets: Record<string, { clientUrl: string }>;
}

/** Compares an archive with the save that it contains. @returns its state */
function compare(entries: Map<string, Buffer>, call: Call, ledger: Ledger): State {
  const textOf = (name: string) => entries.get(name)?.toString() ?? "";
  const [json, html] = [textOf("vms_json.json"), textOf("vms_html.html")];
  const state = JSON.parse(json) as State;
  const save = ledger.requested.get(/This is (\S+) of/.exec(html)?.[1] ?? "");
  const must = (holds: boolean, fault: string) => {
    if (!holds) ledger.faults.push(`The archive of ${call.versionId} (${save?.saveId}): ${fault}.`);
  };
  if (save === undefined) {
    must(false, "its text was never saved");
    return state;
  }
  must(html.includes(save.marker) && json.includes(save.marker), "its text differs");
  const { version_id } = JSON.parse(textOf("metadata_json.json") || "{}") as { version_id?: string };
  must(version_id === call.versionId, `its metadata name version ${version_id}`);
  must(save.materialId === call.materialId, `it was sent for ${call.materialId}`);
  const media = [...entries.keys()].filter((name) => name.startsWith("vms_media/"));
  must(media.length === save.files.size, `${media.length} files instead of ${save.files.size}`);
  for (const [fileName, hash] of save.files) {
    const bytes = entries.get(`vms_media/${fileName}`);
    must(bytes !== undefined && sha256(bytes) === hash, `${fileName} is missing or has other bytes`);
    must(html.includes(`dummy-${fileName}`), `its HTML does not show ${fileName}`);
    must(state.assets[fileName]?.clientUrl === `dummy-${fileName}`, `its JSON does not name ${fileName}`);
  }
  return state;
}
