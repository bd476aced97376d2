/** Generates a client with oazapfts from an OpenAPI description, as an integrator would. */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { generateSource } from "oazapfts";

/** In the project, where the client can import its runtime. */
const DIST = path.resolve(import.meta.dirname, "../../dist");

export async function generatedClient<Client>(description: object): Promise<Client> {
  fs.mkdirSync(DIST, { recursive: true });
  const folder = fs.mkdtempSync(path.join(DIST, "generated-client-"));
  try {
    fs.writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(description));
    fs.writeFileSync(path.join(folder, "client.ts"), await generateSource(path.join(folder, "openapi.json")));
    return (await import(pathToFileURL(path.join(folder, "client.ts")).href)) as Client;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
