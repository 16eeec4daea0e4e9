# Completion of svc for bash, made by `svc completion bash`. Load it in ~/.bashrc: source <(svc completion bash)

_svc_verbs() {
  case "$1" in
@VERBS@
  esac
}

_svc_options() {
  case "$1" in
@OPTIONS@
  esac
}

_svc_choices() {
  case "$1" in
@CHOICES@
  esac
}

# shellcheck disable=SC2207 # the words of the tables hold no blanks
_svc() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local plain=() command verbs choices i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --home | --url | --token-file | --set) ((i++)) ;;
      -* | =) ;;
      *) plain+=("${COMP_WORDS[i]}") ;;
    esac
  done
  case $before in
    --home | --token-file) return ;; # a file: the default of readline
    --url | --set) return ;;
  esac
  command=${plain[0]-}
  verbs=$(_svc_verbs "$command")
  if [[ -n $verbs && -n ${plain[1]-} ]]; then
    command="$command ${plain[1]}"
  fi
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$(_svc_options "$command") --home --json --help --url --token-file" -- "$current"))
    return
  fi
  choices=$(_svc_choices "$command $before")
  if [[ -n $choices ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif ((${#plain[@]} == 0)); then
    COMPREPLY=($(compgen -W "@NOUNS@" -- "$current"))
  elif ((${#plain[@]} == 1)) && [[ ${plain[0]} == help ]]; then
    COMPREPLY=($(compgen -W "@NOUNS@" -- "$current"))
  elif ((${#plain[@]} == 1)) && [[ -n $verbs ]]; then
    COMPREPLY=($(compgen -W "$verbs" -- "$current"))
  elif [[ $before != --* ]]; then
    COMPREPLY=($(compgen -W "$(_svc_choices "$command")" -- "$current"))
  fi
}

complete -o default -F _svc svc
