/** The shells that completion is written for. */
export type Shell = 'bash' | 'zsh' | 'fish';

// Each asks `tryout complete` for lines `value<TAB>description`; the line `:file` stands for names of files.

const bash = `# Completion of tryout for bash: eval "$(tryout completion bash)"
_tryout() {
  local current=\${COMP_WORDS[COMP_CWORD]} line value
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    case $value in
      :file)
        compopt -o filenames 2>/dev/null
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
        ;;
      *=)
        compopt -o nospace 2>/dev/null
        COMPREPLY+=("$value")
        ;;
      *) COMPREPLY+=("$value") ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _tryout tryout
`;

const zsh = `#compdef tryout
# Completion of tryout for zsh: source <(tryout completion zsh)
_tryout() {
  local line value
  local -a described open
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    value=\${line%%$'\\t'*}
    case $value in
      '') ;;
      :file) _files ;;
      *=) open+=("$value") ;;
      *) described+=("\${value//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( \${#open} )) && compadd -S '' -- "\${open[@]}"
  (( \${#described} )) && _describe -t values tryout described
  return 0
}
compdef _tryout tryout
`;

const fish = `# Completion of tryout for fish: tryout completion fish | source
function __tryout_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :file
            __fish_complete_path (commandline -ct)
        else
            printf '%s\\n' $line
        end
    end
end
complete -c tryout -f -a '(__tryout_complete)'
`;

export const completionScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
