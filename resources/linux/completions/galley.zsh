#compdef galley
_galley() {
  local -a commands
  commands=(
    'serve:run the service without a window'
    'status:show the state of Galley, for monitoring'
    'backup:make a backup, even while Galley runs'
    'restore:check a backup, or replace a data folder with it'
    'replica:show the state of the replica, or test it'
    'standby:keep this machine ready to take over'
    'take-over:move the service to this machine from a replica'
    'doctor:check the installation and report what to fix'
    'support-bundle:write a ZIP for support, without secrets or articles'
    'console-link:print a one-time login link for the console'
    'add-project:create a project and print its key and secret'
    'admin:manage the accounts of the console'
    'completion:print a completion script for a shell'
    'version:print the version'
    'help:show help for one command'
  )
  if [[ $words[2] == -* ]]; then
    _arguments '--headless[run without a window]' '--data-dir[the data folder; only Galley may use it]:DIR:_files -/' '--host[host of the service (127.0.0.1)]:HOST:' '--port[port of the service (8420); 0\: any free port]:PORT:' '--public-url[the URL that sites and browsers use, such as https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses and ranges whose X-Forwarded-For is trusted]:LIST:' '--console-host[host of the console (127.0.0.1)]:HOST:' '--console-port[port of the console (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[target of the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[print one line of JSON to stdout when ready]' '--log-format[format of the log on stderr (text)]:text|json:(text json)' '--help[show help]' '--version[print the version]'
    return
  fi
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    serve) _arguments '--headless[run without a window]' '--data-dir[the data folder; only Galley may use it]:DIR:_files -/' '--host[host of the service (127.0.0.1)]:HOST:' '--port[port of the service (8420); 0\: any free port]:PORT:' '--public-url[the URL that sites and browsers use, such as https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses and ranges whose X-Forwarded-For is trusted]:LIST:' '--console-host[host of the console (127.0.0.1)]:HOST:' '--console-port[port of the console (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[target of the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[print one line of JSON to stdout when ready]' '--log-format[format of the log on stderr (text)]:text|json:(text json)' ;;
    status) _arguments '--data-dir[the data folder; default\: the same as for galley serve]:DIR:_files -/' '--max-backup-age[report an older or missing backup (default\: only a scheduled backup that is a day overdue)]:DAYS:' '--json[print JSON\: state (ok, problem), problems with code and detail, and the facts]' ;;
    backup) _arguments '--data-dir[the data folder; default\: the same as for galley serve]:DIR:_files -/' '--passphrase-file[include the secrets, encrypted with the passphrase in the first line of FILE]:FILE:_files' '--force[replace an existing backup]' '1:FILE:_files' ;;
    restore) _arguments '--data-dir[the data folder to replace; required without --check]:DIR:_files -/' '--passphrase-file[file whose first line is the passphrase of the backup]:FILE:_files' '--new-secrets[give every project a new secret, if the passphrase is lost]' '--check[check the whole backup and change nothing]' '1:FILE:_files' ;;
    replica) _arguments '--data-dir[the data folder; default\: the same as for galley serve]:DIR:_files -/' '--json[print one line of JSON, the response to GET /api/replica on the console]' '1:status|drill:(status drill)' ;;
    standby) _arguments '--headless[run without a window]' '--data-dir[the data folder on this machine; empty at first]:DIR:_files -/' '--host[host of the service (127.0.0.1)]:HOST:' '--port[port of the service (8420); 0\: any free port]:PORT:' '--public-url[the URL that sites and browsers use, such as https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses and ranges whose X-Forwarded-For is trusted]:LIST:' '--console-host[host of the console (127.0.0.1)]:HOST:' '--console-port[port of the console (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[target of the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[print one line of JSON to stdout when ready]' '--log-format[format of the log on stderr (text)]:text|json:(text json)' '--from[the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' ;;
    take-over) _arguments '--from[the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--data-dir[the data folder on this machine; empty, or of a standby]:DIR:_files -/' '--passphrase-file[file whose first line is the passphrase of the replica]:FILE:_files' '--key-file[a copy of the first machines secret.key, instead of the passphrase]:FILE:_files' '--yes[skip the confirmation]' ;;
    doctor) _arguments '--headless[run without a window]' '--data-dir[the data folder; only Galley may use it]:DIR:_files -/' '--host[host of the service (127.0.0.1)]:HOST:' '--port[port of the service (8420); 0\: any free port]:PORT:' '--public-url[the URL that sites and browsers use, such as https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses and ranges whose X-Forwarded-For is trusted]:LIST:' '--console-host[host of the console (127.0.0.1)]:HOST:' '--console-port[port of the console (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[target of the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[print JSON\: "galley", "data_dir", "made_at", "verdict" and "steps"; verdicts are ok, skipped, warning, problem]' '--log-format[format of the log on stderr (text)]:text|json:(text json)' ;;
    support-bundle) _arguments '--data-dir[the data folder; default\: the same as for galley serve]:DIR:_files -/' '1:FILE:_files' ;;
    console-link) _arguments '--data-dir[the data folder; default\: the same as for galley serve]:DIR:_files -/' '--json[print one line of JSON\: {"console_link", "expires_at", "data_dir"}]' ;;
    add-project) _arguments '--name[the projects name]:NAME:' '--environment[prod allows callbacks to allowed hosts only, dev also to this machine]:dev|prod:(dev prod)' '*--allowed-host[a host that callbacks may go to\: name or *.name, optionally with \:port]:HOST:' '--data-dir[the data folder; default\: the same as for galley serve]:DIR:_files -/' '--json[print one line of JSON\: {"id", "name", "environment", "api_key", "api_secret", "allowed_hosts", "service_url"}]' ;;
    admin) _arguments '--name[the persons name]:NAME:' '--email[the accounts e-mail address]:EMAIL:' '--role[viewer\: read; operator\: also resend and publish fonts; admin\: everything]:viewer|operator|admin:(viewer operator admin)' '--data-dir[the data folder; default\: the same as for galley serve]:DIR:_files -/' '--json[print one line of JSON\: {"id", "name", "email", "role", "link", "expires_at"}, or {"admins"}]' '1:add|list|remove|reset-password:(add list remove reset-password)' ;;
    completion) _arguments '1:bash|zsh|fish:(bash zsh fish)' ;;
    version) _arguments  ;;
    help) _describe command commands ;;
  esac
}
# Loaded by zsh, or sourced.
if [[ $funcstack[1] == _galley ]]; then _galley "$@"; else compdef _galley galley; fi
