/** An SMTP server with STARTTLS or TLS, logins, and responses that a test can replace. */
import net, { type Socket } from "node:net";
import tls from "node:tls";
import type { Certificate } from "./certificates.ts";
import { listening } from "./listening.ts";

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text, unchanged. */
  data: string;
  overTls: boolean;
  /** Null without a login. */
  login: { user: string; password: string } | null;
}

export interface MailServerOptions {
  certificate?: Certificate;
  /** TLS from the first byte. */
  implicit?: boolean;
  login?: { user: string; password: string };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export async function startMailServer({ certificate, implicit = false, login }: MailServerOptions = {}) {
  const secure = (socket: Socket) =>
    new tls.TLSSocket(socket, { isServer: true, key: certificate?.key ?? "", cert: certificate?.cert ?? "" });
  const server = net.createServer((socket) => {
    mailServer.connections += 1;
    socket.on("error", () => {});
    talk(implicit ? secure(socket) : socket, implicit, true);
  });
  const { port, close } = await listening(server);
  const mailServer = {
    port,
    mails: [] as ReceivedMail[],
    /** Number of connections. */
    connections: 0,
    /** Replaces the response to a command, such as `RCPT TO:<a@b>`; null for the default response. */
    respond: (_command: string): string | null => null,
    close: () => void close(),
  };

  const talk = (socket: Socket, overTls: boolean, isFirst: boolean) => {
    let mail: Omit<ReceivedMail, "data"> = { from: "", to: [], overTls, login: null };
    let isData = false;
    let rest = "";
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const take = (line: string) => {
      const own = mailServer.respond(line);
      if (own !== null) return say(own);
      switch (line.split(" ")[0]?.toUpperCase()) {
        case "EHLO": {
          const offers = [...(certificate && !overTls ? ["STARTTLS"] : []), ...(login ? ["AUTH PLAIN"] : [])];
          return say([...["mail.test", ...offers].map((each) => `250-${each}`), "250 8BITMIME"].join("\r\n"));
        }
        case "STARTTLS":
          if (certificate === undefined) return say("502 5.5.1 STARTTLS is not offered");
          say("220 Go ahead");
          socket.removeAllListeners("data");
          return talk(secure(socket), true, false);
        case "AUTH": {
          const given = Buffer.from(line.split(" ")[2] ?? "", "base64").toString();
          const [, user = "", password = ""] = given.split("\0");
          if (user !== login?.user || password !== login.password)
            return say("535 5.7.8 Authentication credentials invalid");
          mail.login = { user, password };
          return say("235 2.7.0 Accepted");
        }
        case "MAIL":
          mail = { ...mail, from: addressIn(line), to: [] };
          return say("250 2.1.0 Ok");
        case "RCPT":
          mail.to.push(addressIn(line));
          return say("250 2.1.5 Ok");
        case "DATA":
          isData = true;
          return say("354 End data with <CR><LF>.<CR><LF>");
        case "QUIT":
          say("221 2.0.0 Bye");
          return void socket.end();
        default:
          return say("250 2.0.0 Ok");
      }
    };
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      rest += chunk.toString("utf8");
      for (;;) {
        const mark = isData ? "\r\n.\r\n" : "\r\n";
        const end = rest.indexOf(mark);
        if (end === -1) return;
        const text = rest.slice(0, end);
        rest = rest.slice(end + mark.length);
        if (isData) {
          isData = false;
          mailServer.mails.push({ ...mail, to: [...mail.to], data: text });
          say("250 2.0.0 Ok: queued as 4711");
        } else take(text);
      }
    });
    if (isFirst) say("220 mail.test ESMTP");
  };
  return mailServer;
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}
