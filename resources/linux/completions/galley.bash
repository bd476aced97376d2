# bash completion of galley
_galley() {
  local current=${COMP_WORDS[COMP_CWORD]} found='' command='' word
  case ${COMP_WORDS[COMP_CWORD - 1]} in
    --data-dir) found=$(compgen -d -- "$current") ;;
    --host | --port | --public-url | --trusted-proxies | --console-host | --console-port | --sandbox-port | --replica | --max-backup-age | --from | --name | --allowed-host | --email) found=$(compgen -W '' -- "$current") ;;
    --log-format) found=$(compgen -W 'text json' -- "$current") ;;
    --passphrase-file | --key-file) found=$(compgen -f -- "$current") ;;
    --environment) found=$(compgen -W 'dev prod' -- "$current") ;;
    --role) found=$(compgen -W 'viewer operator admin' -- "$current") ;;
    *)
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in serve | status | backup | restore | replica | standby | take-over | doctor | support-bundle | console-link | add-project | admin | completion | version | help) command=$word && break ;; esac
      done
      case $command in
        serve) found=$(compgen -W '--headless --data-dir --host --port --public-url --trusted-proxies --console-host --console-port --sandbox-port --replica --json --log-format' -- "$current") ;;
        status) found=$(compgen -W '--data-dir --max-backup-age --json' -- "$current") ;;
        backup) found=$(compgen -W '--data-dir --passphrase-file --force' -- "$current"; compgen -f -- "$current") ;;
        restore) found=$(compgen -W '--data-dir --passphrase-file --new-secrets --check' -- "$current"; compgen -f -- "$current") ;;
        replica) found=$(compgen -W 'status drill --data-dir --json' -- "$current") ;;
        standby) found=$(compgen -W '--headless --data-dir --host --port --public-url --trusted-proxies --console-host --console-port --sandbox-port --replica --json --log-format --from' -- "$current") ;;
        take-over) found=$(compgen -W '--from --data-dir --passphrase-file --key-file --yes' -- "$current") ;;
        doctor) found=$(compgen -W '--headless --data-dir --host --port --public-url --trusted-proxies --console-host --console-port --sandbox-port --replica --json --log-format' -- "$current") ;;
        support-bundle) found=$(compgen -W '--data-dir' -- "$current"; compgen -f -- "$current") ;;
        console-link) found=$(compgen -W '--data-dir --json' -- "$current") ;;
        add-project) found=$(compgen -W '--name --environment --allowed-host --data-dir --json' -- "$current") ;;
        admin) found=$(compgen -W 'add list remove reset-password --name --email --role --data-dir --json' -- "$current") ;;
        completion) found=$(compgen -W 'bash zsh fish' -- "$current") ;;
        version) found=$(compgen -W '' -- "$current") ;;
        help) found=$(compgen -W 'serve status backup restore replica standby take-over doctor support-bundle console-link add-project admin completion version help' -- "$current") ;;
        *) found=$(compgen -W 'serve status backup restore replica standby take-over doctor support-bundle console-link add-project admin completion version help --headless --data-dir --host --port --public-url --trusted-proxies --console-host --console-port --sandbox-port --replica --json --log-format --help --version' -- "$current") ;;
      esac
      ;;
  esac
  mapfile -t COMPREPLY <<<"$found"
  [ -n "$found" ] || COMPREPLY=()
}
complete -o filenames -F _galley galley
