/** The interfaces themselves: `server/api/console/`, `server/api/integration/`. */
export const api = {
  closing: "Galley is shutting down. Nothing was changed. Send this again once it is back.",
  foreign_origin: "Requests from other sites are not accepted here.",
  wrong_token: "This is not the console token. It is in the file console-token of the data folder.",
  wrong_password: "This is not the password of the console.",
  no_password:
    "The console has no password. Log in with the console token or a one-time link. You can set a password in the settings.",
  link_used: "This link was used or has expired.",
  log_in: "Log in with the link printed at start, or with the console token.",
  token_or_password: "Enter either a token or a password",
  password_min: "A password has at least {#min} {min:character,characters}",
  password_max: "A password has at most {#max} {max:character,characters}",
  console_host_form: "A console name is a host, optionally with :port, such as galley.example.org or 10.0.0.7:8443",
  most_names: "At most {#max} {max:name,names}",
  port_form: "A port is a number from 0 to 65535",
  no_archive_file: "The archive of this version has no such file.",
  file_missing: "The bytes of this file are missing on this machine.",
  no_media_archive:
    "Archive not found: this URL, api_key and material_id do not belong together, or the version is no longer kept (versions before the current one are removed two weeks or later after the last access).",
  no_fonts_archive:
    "Archive not found: this URL, api_key and material_id do not belong together, or the font snapshot is no longer kept.",
  most_ids: "At most {#max} ids",
  one_of: "Input should be {values}",
  date_time: "Input should be a date and time with offset (ISO 8601)",
  http_url: "Input should be an http or https URL, such as https://cms.example.org/galley/callback",
  url_credentials:
    "Input should have no user name or password. Pass them in metadata.webhook_auth_user and webhook_auth_password.",
  at_least: "Input should be greater than or equal to {#min}",
  at_most: "Input should be less than or equal to {#max}",
} as const;
