/** Who may use the console, and from where. */
export const access = {
  password: {
    title: "Password",
    isSet: "A password is set, since <time></time>. It lets in whoever knows it, beside the token and one-time links.",
    missing:
      "This console is open to other machines and has no password: from there only the console token and one-time links let in.",
    notNeeded: "No password is set. It is asked for when the console is opened to other machines.",
    label: "Password",
    another: "Another password",
    description: (least: number) =>
      `At least ${least} characters; a sentence is easier to remember than signs. A new one ends all logins that were made with the one before, but this.`,
    set: "Set the password",
    change: "Change the password",
    done: "It is in force.",
    remove: "Remove the password…",
    removeTitle: "Remove the password?",
    removeWhy:
      "Logins that were made with it end, but this one. From then on only the console token and one-time links let in.",
    removeAction: "Remove the password",
  },
  others: {
    title: "From other machines",
    open: "Other machines reach this console. Everything an admin may do is done here: put a proxy with TLS before it, or let in your own network alone.",
    closed:
      "Only this machine reaches this console. To open it to others, start Galley with <code>--console-host 0.0.0.0</code>, or set the console's address under Network, and set a password.",
    listensOn: "Listens on",
    addresses: "Found at",
    anAddress: "the console's address",
    names: "Names of the console",
    namesWhy:
      "Other names that it is asked for by, such as that of a proxy before it; with <code>:port</code> where it is not 80, 443 or its own. Every other name is refused, so that no web page can reach it through one.",
    tls: "Galley speaks no TLS itself. A proxy does that before it; it passes the name on as <code>Host</code>, and is listed among the trusted proxies.",
  },
  logins: {
    title: "Logins",
    none: "No browser is logged in; you are here with the console token.",
    window: "The desktop app's window",
    ownWindow: "Galley's own window",
    program: "A program",
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    current: "this one",
    kinds: { link: "by a link", token: "by the token", window: "by the app", password: "by the password" },
    about: (address: string, kind: string) => `${address}, ${kind}, used <used></used>, since <since></since>`,
    end: "End",
    endOf: (browser: string, since: string) => `End the login of ${browser} since ${since}`,
    logOut: "Log out",
    ends: "A login that is not used for two weeks ends by itself. Deleting the file <code>console-token</code> and starting Galley again ends all of them.",
  },
};
