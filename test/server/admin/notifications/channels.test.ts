/** Notifications by mail and by webhook, against a real mail server and a real receiver. */

import { createHmac } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { MailBody, NotificationsView, NotificationTest } from "../../../../server/contracts/notifications-api.ts";
import { startAppliance } from "../../../support/appliance.ts";
import { selfSigned } from "../../../support/certificates.ts";
import { eventually } from "../../../support/eventually.ts";
import { listening } from "../../../support/listening.ts";
import { type MailServer, type MailServerOptions, startMailServer } from "../../../support/mail-server.ts";
import { resolving } from "../../../support/network.ts";
import { served, startNewsroom } from "../../../support/newsroom.ts";

const LOGIN = { user: "galley@example.org", password: "p4ss-of-the-mail-server" };
const certificate = selfSigned(["IP:127.0.0.1"]);

const { appliance } = await startNewsroom({
  // metadata.test resolves to a cloud's metadata service; all other names are unknown.
  resolve: resolving((name) => (name === "metadata.test" ? ["169.254.169.254"] : null)),
});

const view = () => appliance.console<NotificationsView>("GET", "/notifications");
const test = (channel: "mail" | "webhook") =>
  appliance.console<NotificationTest>("POST", `/notifications/${channel}/test`);
const audited = async () => JSON.stringify(await appliance.audit());

describe("mail", () => {
  let server: MailServer | null = null;
  afterEach(async () => {
    server?.close();
    server = null;
    await appliance.console("DELETE", "/notifications/mail");
  });

  async function setUp(options: MailServerOptions, body: Partial<MailBody> = {}): Promise<MailServer> {
    const started = await startMailServer(options);
    server = started;
    await appliance.console("PUT", "/notifications/mail", mailBody({ port: started.port, ...body }));
    return started;
  }
  const addresses = { from: "galley@example.org", to: ["ida@example.org", "desk@example.org"] };
  const mailBody = (part: Partial<MailBody>): MailBody => ({
    ...{ enabled: true, host: "127.0.0.1", port: 25, security: "none", user: "", ca_certificate: null },
    ...addresses,
    ...part,
  });

  it("sends without TLS if the settings say so", async () => {
    const { port, mails } = await setUp({});
    expect(await test("mail")).toMatchObject({
      sent: true,
      sentence: `127.0.0.1:${port} accepted the message: "250 2.0.0 Ok: queued as 4711".`,
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ ...addresses, overTls: false, login: null });
    expect(mails[0]?.data).toMatch(/^Subject: \[Galley\] Test message\r$/m);
    expect(mails[0]?.data).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mails[0]?.data).toContain(appliance.consoleUrl);
  });

  it.each([
    ["STARTTLS", { certificate, login: LOGIN }, "starttls"],
    ["TLS from the first byte", { certificate, implicit: true, login: LOGIN }, "tls"],
  ] as const)("sends over %s with a login, trusting the given CA", async (_, options, security) => {
    const { mails } = await setUp(options, { security, ...LOGIN, ca_certificate: certificate.cert });
    expect((await test("mail")).sent).toBe(true);
    expect(mails[0]).toMatchObject({ overTls: true, login: LOGIN });
  });

  it("quotes the server's response when it rejects the mail", async () => {
    const ca_certificate = certificate.cert;
    const part: Partial<MailBody> = { security: "starttls", ...LOGIN, password: "wrong password", ca_certificate };
    const wrong = await setUp({ certificate, login: LOGIN }, part);
    const response = await test("mail");
    expect(response.sent).toBe(false);
    expect(response.sentence).toContain(`The login at 127.0.0.1:${wrong.port} failed`);
    expect(response.sentence).toContain("535 5.7.8 Authentication credentials invalid");
    expect(response.sentence).not.toContain("wrong password");

    wrong.close();
    const refusing = await setUp({});
    refusing.respond = (command) => (command.startsWith("RCPT") ? "550 5.1.1 No such user here" : null);
    expect((await test("mail")).sentence).toMatch(/rejected the sender or a recipient.*550 5\.1\.1 No such user here/);
  });

  it("masks the password in a response that repeats it", async () => {
    const plain = Buffer.from(`\0${LOGIN.user}\0${LOGIN.password}`).toString("base64");
    const repeating = await setUp({ login: LOGIN }, LOGIN);
    repeating.respond = (command) => (command.startsWith("AUTH") ? `535 5.7.8 not ${plain} ${LOGIN.password}` : null);
    const { sentence } = await test("mail");
    expect(sentence).toContain("535 5.7.8 not");
    expect(sentence).not.toContain(LOGIN.password);
    expect(sentence).not.toContain(plain);
  });

  it("closes the connection to a slow server when the appliance closes", async () => {
    let isOpen = false;
    const slow = net.createServer((socket) => {
      isOpen = true;
      socket.write("220 slow\r\n");
      const dripping = setInterval(() => void socket.write("2"), 20);
      socket.on("error", () => {});
      socket.on("close", () => {
        isOpen = false;
        clearInterval(dripping);
      });
    });
    const { port, close } = await listening(slow);
    const other = await startAppliance();
    await other.console("PUT", "/notifications/mail", mailBody({ port }));
    const asking = other.console("POST", "/notifications/mail/test").catch(() => undefined);
    await eventually(() => expect(isOpen).toBe(true));
    await other.close();
    await asking;
    await eventually(() => expect(isOpen).toBe(false));
    await close();
  });

  it("sends nothing without the configured TLS", async () => {
    const plain = await setUp({ login: LOGIN }, { security: "starttls", ...LOGIN });
    const response = await test("mail");
    expect([response.sent, plain.mails.length]).toEqual([false, 0]);
    expect(response.sentence).toMatch(/does not offer STARTTLS, so nothing was sent.*Choose TLS or another port/);
    await appliance.console("PUT", "/notifications/mail", mailBody({ port: plain.port, security: "tls" }));
    expect((await test("mail")).sentence).toMatch(/does not use TLS from the first byte. Choose STARTTLS/);

    plain.close();
    const untrusted = await setUp({ certificate, login: LOGIN }, { security: "starttls", ...LOGIN });
    const refused = await test("mail");
    expect([refused.sent, untrusted.mails.length]).toEqual([false, 0]);
    expect(refused.sentence).toMatch(/certificate of 127\.0\.0\.1:\d+ is not trusted: "self-signed certificate.*CA/);
  });

  it("reports a server that refuses connections, is unknown, or is not allowed", async () => {
    const gone = await setUp({});
    gone.close();
    expect((await test("mail")).sentence).toBe(`127.0.0.1:${gone.port} refused the connection. Check host and port.`);
    for (const [host, sentence] of [
      ["unknown.test", "The host name of unknown.test:25 was not found. Check its spelling."],
      ["metadata.test", "metadata.test:25 is not allowed: a mail server cannot have this IP address."],
      ["169.254.169.254", "169.254.169.254:25 is not allowed: a mail server cannot have this IP address."],
    ]) {
      await appliance.console("PUT", "/notifications/mail", mailBody({ host: host ?? "" }));
      expect(await test("mail")).toMatchObject({ sent: false, sentence });
    }
  });

  it("stores the password encrypted, never returns it, and requires it again for another server", async () => {
    const { port } = await setUp({ login: LOGIN }, { ...LOGIN });
    const shown = await view();
    expect(shown.mail).toMatchObject({ user: LOGIN.user, has_password: true, port });
    expect(JSON.stringify(shown)).not.toContain(LOGIN.password);
    expect(await audited()).not.toContain(LOGIN.password);
    for (const file of fs.readdirSync(appliance.dataDir).filter((name) => name.startsWith("galley.db")))
      expect(fs.readFileSync(path.join(appliance.dataDir, file)).includes(LOGIN.password)).toBe(false);

    // Other changes keep the password.
    const change = (part: Partial<MailBody>) =>
      appliance.console("PUT", "/notifications/mail", mailBody({ port, user: LOGIN.user, ...part }));
    await change({ to: ["new@example.org"] });
    expect((await test("mail")).sent).toBe(true);
    for (const changed of [{ host: "mail.evil.test" }, { port: port + 1 }, { user: "other" }])
      await expect(change(changed)).rejects.toThrow("Enter the password again");
  });

  it.each<Partial<MailBody>>([
    { from: "ida@example.org\r\nRCPT TO:<x@y>" },
    { to: ["a b@example.org"] },
    { to: [] },
    { host: "mail.test\r\nQUIT" },
    { host: "" },
    { port: 0 },
  ])("is not set up with %j", async (part) => {
    await expect(appliance.console("PUT", "/notifications/mail", mailBody(part))).rejects.toThrow("422");
  });
});

describe("the webhook", () => {
  const SECRET = "a secret of the admin";
  let response: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: "ok" };
  let received: { headers: http.IncomingHttpHeaders; body: string; url: string }[] = [];
  const server = http.createServer(async (req, res) => {
    received.push({ headers: req.headers, body: await text(req), url: req.url ?? "" });
    res.writeHead(response.status, response.headers).end(response.body);
  });
  let origin = "";
  beforeAll(async () => {
    origin = await served(server);
  });
  afterEach(async () => {
    response = { status: 200, body: "ok" };
    received = [];
    await appliance.console("DELETE", "/notifications/webhook");
  });
  const setUp = (body: object) => appliance.console<NotificationsView>("PUT", "/notifications/webhook", body);

  it("receives JSON, signed with the secret", async () => {
    const shown = await setUp({ enabled: true, url: `${origin}/hook?token=4711abcdef`, secret: SECRET });
    expect(shown.webhook).toEqual({ enabled: true, address: origin, has_secret: true });
    expect(await test("webhook")).toMatchObject({
      sent: true,
      sentence: `${new URL(origin).host} responded with status 200: "ok".`,
    });
    const [request] = received;
    expect(request?.url).toBe("/hook?token=4711abcdef");
    const body = request?.body ?? "";
    expect(request?.headers["x-galley-signature"]).toBe(createHmac("sha256", SECRET).update(body).digest("hex"));
    expect(request?.headers["content-type"]).toBe("application/json");
    const message = { event: "test", title: "Test message", items: [], more: 0, console_url: appliance.consoleUrl };
    expect(JSON.parse(body)).toMatchObject(message);
  });

  it("quotes the receiver's response, and follows redirects only to the same host", async () => {
    await setUp({ enabled: true, url: `${origin}/hook` });
    response = { status: 500, body: "out of\n order" };
    expect(await test("webhook")).toMatchObject({
      sent: false,
      sentence: `${new URL(origin).host} responded with status 500: "out of order".`,
    });
    response = { status: 307, body: "", headers: { location: "http://169.254.169.254/latest" } };
    expect((await test("webhook")).sentence).toMatch(/redirected/);
    await setUp({ enabled: true, url: "http://169.254.169.254/latest" });
    expect((await test("webhook")).sentence).toMatch(/is not an allowed host/);
  });

  it("never returns URL or secret, and drops the secret for another receiver", async () => {
    await setUp({ enabled: true, url: `${origin}/hook?token=4711abcdef`, secret: SECRET });
    for (const shown of [JSON.stringify(await view()), await audited()])
      for (const secret of ["4711abcdef", SECRET]) expect(shown).not.toContain(secret);
    expect((await setUp({ enabled: false })).webhook).toMatchObject({ enabled: false, has_secret: true });
    expect((await setUp({ enabled: true, url: "https://elsewhere.test/" })).webhook?.has_secret).toBe(false);
  });

  it("masks the secret parts of its URL in responses that repeat them", async () => {
    const path = "/hooks/T0000/xyzzyxyzzy";
    await setUp({ enabled: true, url: `${origin}${path}?token=4711abcdef`, secret: SECRET });
    response = { status: 404, body: `Cannot POST ${path} (token 4711abcdef, ${SECRET})` };
    const { sentence } = await test("webhook");
    expect(sentence).toContain("Cannot POST");
    for (const secret of ["xyzzyxyzzy", "4711abcdef", SECRET]) expect(sentence).not.toContain(secret);
    response = { status: 307, body: "", headers: { location: `http://169.254.169.254${path}?token=4711abcdef` } };
    expect((await test("webhook")).sentence).not.toMatch(/xyzzyxyzzy|4711abcdef/);
  });

  it("accepts only http(s) URLs without a password, and long secrets", async () => {
    for (const body of [
      { enabled: true },
      { enabled: true, url: "ftp://example.org" },
      { enabled: true, url: "https://ida:pw@example.org" },
      { enabled: true, url: origin, secret: "short" },
    ])
      await expect(setUp(body)).rejects.toThrow("422");
  });
});

it("refuses a test before the channel is set up", async () => {
  await expect(test("mail")).rejects.toThrow("Save these settings first");
});
