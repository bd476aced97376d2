/** Modules with few sentences. */

/** `server/api/console/` and `server/api/integration/`. */
export const api = {
  closing: "Galley is shutting down. Nothing was changed. Send this again once it is back.",
  foreign_origin: "Requests from other sites are not accepted here.",
  wrong_token: "This is not the console token. It is in the file console-token of the data folder.",
  metrics_token:
    "Send the token in the file metrics-token of the data folder, as the header Authorization: Bearer <token>.",
  role: "Your role does not allow this. It requires the role {role}. Ask an admin to change your role.",
  role_viewer: "viewer",
  role_operator: "operator",
  role_admin: "admin",
  wrong_login: "The e-mail address or the password is wrong.",
  link_used: "This link was used or has expired.",
  log_in: "Log in with your account, the link printed at start, or the console token.",
  token_or_password: "Enter either a token, or an e-mail address and a password",
  name_form: "A name has no line breaks and no control characters.",
  password_min: "A password has at least {#min} {min:character,characters}",
  password_max: "A password has at most {#max} {max:character,characters}",
  port_form: "A port is a number from 0 to 65535",
  no_archive_file: "The archive of this version has no such file.",
  no_media_archive:
    "Archive not found: this URL, api_key and material_id do not belong together, or the version is no longer kept (older versions are removed, at the earliest two weeks after the last access).",
  no_fonts_archive:
    "Archive not found: this URL, api_key and material_id do not belong together, or the font snapshot is no longer kept.",
  one_of: "Input should be {values}",
  date_time: "Input should be a date and time with offset (ISO 8601)",
} as const;

/** `server/logins/` and `server/api/console/login.ts`. */
export const logins = {
  no_login: "There is no login {id}.",
  no_account: "There is no account {id}.",
  no_email: "There is no account with the e-mail address {email}.",
  email_used: "There is already an account with the e-mail address {email}.",
  most_accounts: "There are {#max} accounts, which is the limit. Remove one first.",
  owner_has_none: "You are logged in as the owner, who has no account.",
  not_your_password: "The password is wrong.",
  wrong_code: "The code is wrong, has expired or was used. Enter a new code, or a recovery code.",
  no_pending_factor: "Start setting up the second factor first.",
  invitation_used: "This link was used or has expired. Ask an admin for a new one.",
  too_many_site_links: "The project has {#max} site links, which is the limit. Remove one first.",
  no_site_link: "There is no such site link.",
  site_link_over: "This link has expired or was removed. Ask an admin of Galley for a new one.",
  too_many_at_once: "Too many passwords are being checked. Try again shortly.",
} as const;

/** The check of the public URL: `server/outbound/public-url-check.ts`. */
export const outbound = {
  name_not_found: "This machine finds no IP address for {host}. Check the name and its DNS entry.",
  dns_silent:
    "The name {host} could not be looked up: no name server responded. Check the DNS settings of this machine.",
  refused: "No program listens on {host}. Start the proxy there, or check the port.",
  reset: "{host} closed the connection without a response. Check whether http and https are mixed up.",
  no_tls: "{host} does not use TLS. Check whether http and https are mixed up.",
  timeout: "{host} does not respond. A firewall may block the connection.",
  no_route: "This machine has no route to {host}. Check its network.",
  expired: "The certificate of {host} has expired. Renew it.",
  wrong_name: "The certificate of {host} is not for {name}. Get a certificate for {name}, or use another public URL.",
  untrusted: "The certificate of {host} is from an unknown CA. Sites and browsers may refuse it as well.",
  no_url: "{url} is not a URL.",
  redirects: "{host} redirects to {location}. Use that URL as the public URL.",
  another_url: "another URL",
  bad_gateway: "The proxy at {host} responds with {status}: it cannot reach Galley. Check its upstream.",
  not_galley: "{host} is not Galley (status {status}). Check the URL and the configuration of the proxy.",
  unreadable: "The response of {host} cannot be read ({reason}).",
} as const;

/** The data folder and its disk: `server/storage/`, `server/archives/`. */
export const storage = {
  folder_gone:
    "The data folder of this service or its database is gone: nothing is saved. Stop Galley, put the folder back, then start it.",
  little_space: "Only {free:bytes} are free on the disk of this service; saves need more. Free some space.",
  little_space_for_files:
    "Less than {limit:bytes} are free on the disk of this service; the rest is reserved for saves. Free some space, then upload the file again.",
  damaged: "The database of this service is damaged. Its log says how to restore it.",
  checking: "Galley did not shut down properly, so its database is being checked. Wait a few minutes.",
  no_space_for_file: "The disk of this service is full. Free some space, then upload the file again.",
  file_missing: "The file {name} is missing on the disk of this service. Restore it from a backup or upload it again.",
  file_damaged: "The file {name} is damaged on the disk of this service. Restore it from a backup or upload it again.",
  console_host: "A console name is a host with an optional port, such as galley.example.org or 10.0.0.7:8443",
  time_of_day: "Input should be a time of day, such as 22:00",
  quiet_hours: "Quiet hours should begin and end at different times",
} as const;
