/** For a browser that is not logged in. `<code>` is set in mono. */
export const login = {
  title: "Log in to the console",
  linkWasUsed: "This link was used already, or is older than ten minutes. Each logs in one browser, once.",
  how: "When Galley starts, it prints a link that logs in once. Open that link in this browser. A token that always works lies in the file <code>console-token</code> in the data folder; only the account that runs Galley can read it. The desktop app's window needs neither: close it and open it again.",
  token: "Token, or the whole link",
  logIn: "Log in",
  password: "Password",
  passwordHow: "This console is on another machine, which asks for its password.",
  passwordNone:
    "This console is on another machine and has no password yet: the admin at that machine sets one in the settings under Access.",
  byToken: "Log in with the token or a link instead",
  byPassword: "Log in with the password instead",
  whereIsFolder: "Where is the data folder?",
  folder:
    "It is the <code>data_dir</code> of the line printed at start. Unless another was chosen with <code>--data-dir</code>:",
};
