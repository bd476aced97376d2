/** A server outside Galley that records the requests of the app's pages. */
import http from "node:http";
import { listening } from "../../support/listening.ts";

export async function startForeignServer() {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("elsewhere");
  });
  const { host, close } = await listening(server);
  return { origin: `http://${host}`, requests, close };
}
