#compdef svc
# Completion of svc for zsh, made by `svc completion zsh`. Load it in ~/.zshrc after compinit: source <(svc completion zsh)

_svc_verbs() {
  reply=()
  case "$1" in
@VERBS@
  esac
}

_svc_options() {
  reply=()
  case "$1" in
@OPTIONS@
  esac
}

_svc_choices() {
  reply=()
  case "$1" in
@CHOICES@
  esac
}

_svc() {
  local current=${words[CURRENT]} before=${words[CURRENT - 1]} command i
  local -a plain verbs reply
  for ((i = 2; i < CURRENT; i++)); do
    case ${words[i]} in
      (--home|--url|--token-file|--set) ((i++)) ;;
      (-*) ;;
      (*) plain+=("${words[i]}") ;;
    esac
  done
  case $before in
    (--home) _files -/; return ;;
    (--token-file) _files; return ;;
    (--url|--set) return ;;
  esac
  command=${plain[1]-}
  _svc_verbs "$command"
  verbs=($reply)
  if (($#verbs && $#plain > 1)); then
    command="$command ${plain[2]}"
  fi
  if [[ $current == -* ]]; then
    _svc_options "$command"
    compadd -- $reply --home --json --help --url --token-file
    return
  fi
  _svc_choices "$command $before"
  if (($#reply)); then
    compadd -- $reply
  elif (($#plain == 0)) || [[ $#plain == 1 && ${plain[1]} == help ]]; then
    compadd -- @NOUNS@
  elif (($#plain == 1 && $#verbs)); then
    compadd -- $verbs
  else
    _svc_choices "$command"
    if (($#reply)) && [[ $before != --* ]]; then
      compadd -- $reply
    else
      _files
    fi
  fi
}

if (($+functions[compdef])); then
  compdef _svc svc
fi
