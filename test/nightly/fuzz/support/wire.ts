/** Sends a request as bytes and reads the response. A client library would refuse to send most of them. */
import net from "node:net";

export interface HttpResponse {
  /** 0 without an HTTP response. */
  status: number;
  /** Names in lower case, in their order. */
  headers: [name: string, value: string][];
  body: string;
  /** Whether no byte arrived in time. */
  isSilent: boolean;
}

/** Maximum bytes to read of a response. */
const MOST_READ = 256 * 1024;

/** @param from local IP address; null for the default @param timeoutMs to wait for a response */
export async function send(
  url: string,
  bytes: Uint8Array,
  { from, timeoutMs }: { from: string | null; timeoutMs: number },
): Promise<HttpResponse> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), ...(from !== null && { localAddress: from }) });
  let received = Buffer.alloc(0);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    socket.on("connect", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > MOST_READ || isComplete(received)) resolve();
    });
    socket
      .on("error", () => resolve())
      .on("close", () => {
        clearTimeout(timer);
        resolve();
      });
  });
  socket.destroy();
  return read(received);
}

/** Whether a response with known length is complete; event streams count as complete after the head. */
function isComplete(bytes: Buffer): boolean {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const head = bytes.toString("latin1", 0, end);
  if (/^HTTP\/1\.1 100 /.test(head)) return isComplete(bytes.subarray(end + 4));
  if (/^content-type: text\/event-stream/im.test(head)) return true;
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (/^HTTP\/1\.1 (204|304) /.test(head)) return true;
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

function read(bytes: Buffer): HttpResponse {
  const text = bytes.toString("latin1").replace(/^(HTTP\/1\.1 100 [^\r]*\r\n\r\n)+/, "");
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, Math.max(0, end)).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? 0);
  return { status, headers, body: text.slice(end + 4), isSilent: bytes.length === 0 };
}
