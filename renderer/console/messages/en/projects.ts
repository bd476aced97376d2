/** Projects: keys, hosts, integrating, settings. `<code>` is set in mono; `<time>`, `<name>` and links by the page. */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const projects = {
  title: "Projects",
  one: "Project",
  create: "New project",
  noHostYet: "no host allowed yet",
  disabled: "Disabled",
  empty: {
    title: "No projects yet",
    why: "A project is one site in one environment. It has a key and a secret that the site signs with.",
    first: "Create the first project",
  },
  gone: { title: "There is no such project", back: "Back to the list" },

  /** Chips: short, in capitals. */
  marks: { dev: "DEV", prod: "PROD" },

  tabs: {
    label: "Parts of the project",
    keys: "Keys",
    hosts: "Hosts",
    integrate: "Integrate",
    check: "Check",
    fonts: "Fonts",
    settings: "Settings",
  },
  head: {
    since: "since <time></time>",
    sessions: "its sessions",
    deliveries: "its deliveries",
  },

  form: {
    name: "Name",
    nameWhy: "As the newsroom calls the site. Journalists see it in the editor.",
    environment: "Environment",
    environmentWhy: "A key belongs to one of the two for good.",
    devWhy: "For building and trying out. The site may run on this machine: localhost is allowed at once.",
    prodWhy: "For the site that readers see. Only the hosts you list are ever called.",
    noHosts: "Without a host, every opening of an article will be refused until you add one.",
    create: "Create the project",
    save: "Save the project",
    saveHosts: "Save the hosts",
  },

  keys: {
    title: "Keys",
    key: "API key",
    secret: "API secret",
    reveal: "Reveal",
    hide: "Hide",
    former: "Secret before",
    acceptedUntil: "accepted until <time></time>",
    signs: "callbacks are signed with it until the site signs with the new one",
    hint: "The site sends the key and signs with the secret. Revealing it is noted in the audit log.",
    wrong: "<link>Wrong signatures</link> shows who signed wrongly, and what that looks like.",
  },
  rotation: {
    button: "New secret…",
    title: (name: string) => `Make a new secret for ${name}?`,
    action: "Make a new secret",
    hours: "The secret of today is accepted for",
    choices: {
      none: "no longer: it ends at once",
      hour: "one more hour",
      day: "one more day",
      days: "three more days",
      week: "one more week",
      month: "thirty more days",
    },
    overlap:
      "Meanwhile callbacks go on being signed with it until the site first signs with the new one. Put the new secret into the site in that time, then open an article there: no save is lost.",
    atOnce:
      "Until the new secret is in the site, its openings are refused with 403 and it cannot verify callbacks. Choose this where the secret has leaked.",
  },
  endOld: {
    button: "End it now…",
    title: (name: string) => `End the old secret of ${name}?`,
    action: "End the old secret",
    inUse:
      "The site has not signed with the new secret yet. If it does not have it, its openings are refused with 403 from now on, and it will not believe callbacks, which are signed with the new secret.",
    notInUse:
      "The site signs with the new secret already. A machine of it that still has the old one is refused with 403 from now on.",
    noReturn: "An ended secret cannot be brought back.",
  },

  hosts: {
    title: "Allowed hosts",
    label: "Allowed hosts",
    why: "Galley calls back and fetches pictures only from these. <code>cms.example.org</code> is that host alone, <code>*.example.org</code> every subdomain but not the name itself, <code>cms.example.org:8443</code> one port.",
    whyDev: "A development project may always use localhost, 127.0.0.1 and ::1.",
    whyProd: "A production project may use nothing that is not on this list.",
    faults: {
      address: (entry: string) =>
        `${entry} is an address with a scheme or a path. Give the host alone, such as cms.example.org.`,
      space: (entry: string) => `“${entry}” has a space in it. Give one host at a time.`,
      mail: (entry: string) => `${entry} looks like an e-mail address. Give the host alone.`,
      port: (entry: string) => `${entry} has no valid port. Ports are 1 to 65535.`,
      star: (entry: string) => `${entry} has * in the wrong place. Only a leading *. stands for any subdomain.`,
      starAddress: (entry: string) =>
        `${entry} puts *. before an address. Only names have subdomains; list the addresses themselves.`,
      name: (entry: string) => `${entry} is not a host name. Give one such as cms.example.org or *.example.org.`,
    },
  },
  hostCheck: {
    title: "What would this URL get?",
    label: "A callback address",
    why: "Type or paste what the site gives as callback_url. Nothing is sent to it.",
    unsaved: "Judged by the hosts as they are saved.",
    empty: "The answer stands here while you type.",
    asking: "Asking…",
    allowed: "Allowed",
    refused: "Refused",
    byListed: "by the entry <code></code>",
    byDev: "as <code></code>, which every development project may use",
    sentence: "An opening gets 403 with this sentence:",
    after: "That mended, it would get:",
    dial: "Dialling",
    direct: (host: string, port: number) => `${host}, port ${port}`,
    proxy: (host: string, port: number, proxy: string) => `${host}, port ${port}, through ${proxy}`,
    addresses: "Addresses",
    kinds: {
      public: "on the internet",
      private: "in your own network",
      loopback: "this machine",
      forbidden: "never dialled",
    },
    dialled: "is dialled",
    notDialled: {
      private: "is not dialled: addresses of your own network need an exact entry, without *",
      loopback: "is not dialled: this machine is reached only by an entry that names it, such as localhost",
      forbidden: "is not dialled: link-local, cloud metadata and reserved addresses never are",
      public: "is not dialled",
    },
    notFound: "There is no such name (DNS). Callbacks would fail with dns_not_found and be tried again.",
    lookupFailed: "The name could not be looked up just now. Callbacks would fail and be tried again.",
    impossible: "None of its addresses may be dialled: callbacks would fail with host_not_allowed.",
  },

  integrate: {
    open: "Open an article",
    openWhy: "A signed opening with this project's key. The answer's “url” is where the journalist writes.",
    receive: "Receive a save",
    receiveWhy:
      "A first receiver: it verifies the signature, downloads the archive beside itself and takes the save. What is still to be written stands in its comments.",
    receiveWhere: (address: string) => `Galley calls it at ${address}.`,
    noReceiver: "A receiver is a program that waits for callbacks: see Node, PHP or Python.",
    language: "Language",
    secretFirst:
      "The programs read the secret from the environment. In the shell, run this line alone, paste the secret, press Enter:",
    secretLine: "line that asks for the secret",
    saveAs: "Save it as <code></code> and run:",
    paste: "Paste it into the shell:",
    what: {
      open: "program that opens an article",
      receive: "receiver",
      run: (file: string) => `command that runs ${file}`,
    },
    docs: "<docs>The interactive documentation</docs> describes every field, and signs by itself.",
  },
  calculator: {
    title: "Signature calculator",
    why: "What a request or a callback has to carry as X-Service-Signature. That it was calculated is noted in the audit log.",
    material: "Material",
    url: "URL",
    urlWhy: "callback_url for an opening; content_url, without its query, for a callback or a download.",
    given: "A signature to check",
    givenWhy: "As it came or was sent. Leave it empty to calculate only.",
    action: "Calculate",
    actionCheck: "Calculate and check",
    signed: "What is signed",
    by: { current: "By the secret", former: "By the secret before" },
    until: "accepted until <time></time>",
    callbacks: "Callbacks are signed with this one.",
    right: {
      current: "Right: made with the secret.",
      former: "Right: made with the secret before, which is still accepted.",
    },
    wrong: "Wrong.",
    signature: "signature",
    text: "text that is signed",
  },

  settings: {
    title: "What this project may do",
    wait: "Waiting time for the site's answer",
    waitWhy: "Seconds, 1 to 600. Sites download the whole article inside the callback.",
    resize: "Picture mode",
    resizeWhy: "Handed to the site's client as resizeMode. Leave it empty for none.",
    ca: "CA certificate",
    caWhy:
      "Only for a site whose certificate no known authority signed: the root certificate of your own authority, or the site's own, as PEM. It is believed beside the known ones, for this project alone; host name and dates are checked all the same.",
  },
  switching: {
    disable: {
      title: "Disable the key",
      why: "The site can open nothing more with this key, and open editors are logged out. Articles, versions and the log stay.",
      button: "Disable the key…",
      question: (name: string) => `Disable the key of ${name}?`,
      consequence:
        "From now on the site's openings are refused with 403, and journalists who have an article open cannot save it; what they typed stays in their browser. You can enable the key again at any time.",
      action: "Disable the key",
    },
    enable: {
      title: "The key is disabled",
      why: "The site's openings are refused. Enabling the key makes it work again as before; editors have to be opened anew.",
      button: "Enable the key…",
      question: (name: string) => `Enable the key of ${name}?`,
      consequence: "The site can open articles with this key at once.",
      action: "Enable the key",
    },
  },
  deletion: {
    title: "Delete the project",
    why: "With its articles, versions, deliveries and fonts. What the site has published stays on the site.",
    sandbox: "This project belongs to the sample site and cannot be deleted.",
    button: "Delete the project…",
    question: (name: string) => `Delete ${name} for good?`,
    action: "Delete the project",
    counting: "Counting what goes with it…",
    goes: "With it go:",
    sessions: (count: string, n: number) => `${count} ${n === 1 ? "article" : "articles"}`,
    versions: (count: string, n: number) => `${count} ${n === 1 ? "version" : "versions"}`,
    deliveries: (count: string, n: number) => `${count} ${n === 1 ? "delivery" : "deliveries"} of the log`,
    fontFiles: (count: string, n: number) => `${count} font ${n === 1 ? "file" : "files"}`,
    moreThan: (count: string) => `more than ${count}`,
    nothing: "It holds nothing yet.",
    open: (count: string, n: number) =>
      `${count} ${n === 1 ? "delivery has" : "deliveries have"} not reached the site. ${n === 1 ? "It" : "They"} will not be sent any more:`,
    article: (material: string, host: string) => `${material} → ${host}`,
    fonts: (host: string) => `the fonts → ${host}`,
    andMore: (count: number) => `and ${counted(count, "more", "more")}`,
    consequence:
      "The key opens nothing from this moment, and open editors are logged out. This cannot be undone; only a backup made before has it.",
    typeName: "To go on, type its name: <name></name>",
    typed: "Name of the project",
  },
  sendAgain: {
    label: "Send again what the site has not taken since",
    why: "What it refused, could not use, or was given up on; of each article the newest version.",
    nothing: "Nothing is left to send.",
    sent: (count: number) => `On its way again: ${count}.`,
    action: "Send again",
    title: "After a fault is mended",
  },
};
