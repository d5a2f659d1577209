# shellcheck shell=bash disable=SC2207
#
# Completion of the commands, stages, experiments and options of tailgate, for bash and zsh:
#
#   source completion/tailgate.sh
#
# It reads the help texts of this archive, so that it knows what they know.

if [ -n "${ZSH_VERSION:-}" ]; then
  autoload -U +X compinit bashcompinit && compinit && bashcompinit
fi

_tailgate_root=$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")/.." && pwd)

# $2 is the word that is completed.
_tailgate() {
  local command=${COMP_WORDS[1]:-} words=''
  case $COMP_CWORD-$command in
    1-*) words=$("$_tailgate_root/tailgate" help | sed -n '/^Stages/q; s/^  \([a-z][a-z]*\) .*/\1/p' | sort -u) ;;
    2-serve) words=$(cd "$_tailgate_root/docs/help" && printf '%s\n' serve-*.txt | sed 's/^serve-//; s/\.txt$//') ;;
    *-serve) words=$(_tailgate_options "serve-${COMP_WORDS[2]}") ;;
    2-compare)
      words=$(cd "$_tailgate_root/lab/experiments" && printf '%s\n' *.yaml | sed 's/\.yaml$//')
      words="$words $(_tailgate_options compare)"
      ;;
    *) words=$(_tailgate_options "$command") ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$2"))
}

# Prints the long options in the help text $1; --[no-]NAME is two.
_tailgate_options() {
  sed -n -e 's/^ *\(-[^ ]*, \)*--\[no-]\([^ =]*\).*/--\2 --no-\2/p; t' \
    -e 's/^ *\(-[^ ]*, \)*\(--[a-z][^ =]*\).*/\2/p' "$_tailgate_root/docs/help/$1.txt" 2>/dev/null
}

complete -o default -F _tailgate tailgate ./tailgate
