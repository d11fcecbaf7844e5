import { createCall } from '../context/context.ts';
import type { DefineCommand } from '../runtime.ts';

const help = `
Add the line for your shell to its startup file:
  bash   eval "$(tryout completion bash)"
  zsh    source <(tryout completion zsh), after compinit if you call it
  fish   tryout completion fish | source
`;

/** `tryout completion <shell>`: a script that the shell runs when it starts. */
export const define: DefineCommand = (command, runtime) => {
  command
    .addArgument(command.createArgument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText('after', help)
    .action(async (shell: keyof typeof scripts) => {
      const { options, output } = await createCall(command, runtime);
      if (options.json) output.json({ shell, script: scripts[shell] });
      else output.write(scripts[shell]);
    });
};

// The scripts call `tryout complete`, which prints lines `value<TAB>description`, or `:file` for file names.

const bash = `# Completion of tryout for bash: eval "$(tryout completion bash)"
_tryout() {
  local rest=$COMP_LINE last=-1 word current option typed line value text index width=0 hasFiles=
  local -a words=() descriptions=()
  COMPREPLY=()
  # Bash also splits words at = and :.
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if (( last >= 0 )) && [[ $rest != [[:blank:]]* ]]; then words[last]+=$word
    else rest=\${rest#"\${rest%%[![:blank:]]*}"} words[++last]=$word; fi
    rest=\${rest#"$word"}
  done
  current=\${words[last]}
  [[ $current == --*=* ]] && option=\${current%%=*}=
  [[ $word == [=:] ]] && typed=$current || typed=\${current%"$word"}
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    case $value in
      :file)
        hasFiles=1
        compopt -o filenames 2>/dev/null
        while IFS= read -r value; do value=$option$value COMPREPLY+=("\${value#"$typed"}"); done < <(compgen -f -- "\${current#"$option"}")
        continue
        ;;
      *=) compopt -o nospace 2>/dev/null ;;
    esac
    descriptions[\${#COMPREPLY[@]}]=\${line:\${#value}+1}
    value=$option$value value=\${value#"$typed"}
    COMPREPLY+=("$value")
    (( \${#value} > width )) && width=\${#value}
  done < <("\${words[0]}" complete -- "\${words[@]:1}" 2>/dev/null)
  # Only when bash prints a list, which has several words.
  [[ \${COMP_TYPE-} == 63 && -z $hasFiles ]] && (( \${#COMPREPLY[@]} > 1 )) || return 0
  for index in "\${!COMPREPLY[@]}"; do
    [[ \${descriptions[index]} ]] || continue
    printf -v text "%-\${width}s  (%s)" "\${COMPREPLY[index]}" "\${descriptions[index]}"
    (( \${#text} < \${COLUMNS:-80} )) || text=\${text:0:\${COLUMNS:-80} - 3}...
    COMPREPLY[index]=$text
  done
}
complete -o nosort -F _tryout tryout 2>/dev/null || complete -F _tryout tryout
`;

const zsh = `#compdef tryout
# Completion of tryout for zsh: source <(tryout completion zsh)
_tryout() {
  local line value text hasFiles=0
  local -a described open
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    value=\${line%%$'\\t'*}
    case $value in
      '') ;;
      :file) hasFiles=1 ;;
      *=) open+=("$value") ;;
      *)
        text=\${line:\${#value}+1}
        described+=("\${value//:/\\\\:}\${text:+:$text}")
        ;;
    esac
  done
  [[ $words[CURRENT] == --*=* ]] && compset -P 1 '*='
  (( \${#open} )) && compadd -V parameters -S '' -- "\${open[@]}"
  (( \${#described} )) && _describe -V -t values tryout described
  (( hasFiles )) && _files
  return 0
}
if (( ! $+functions[compdef] )); then
  autoload -Uz compinit && compinit -i -D
fi
compdef _tryout tryout
`;

const fish = `# Completion of tryout for fish: tryout completion fish | source
function __tryout_complete
    set -l current (commandline -ct | string replace -r '^["\\']' '' | string unescape)
    or set current (commandline -ct)
    set -l words (commandline -opc) "$current"
    set -l option (string match -r '^--[^=]+=' -- $current)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :file
            __fish_complete_path (string replace -- "$option" '' "$current") | string replace -r -- '^' "$option"
        else
            printf '%s\\n' "$option$line"
        end
    end
end
complete -c tryout -f -k -a '(__tryout_complete)'
`;

const scripts = { bash, zsh, fish };
