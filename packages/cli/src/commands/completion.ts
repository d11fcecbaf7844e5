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
  local current=\${COMP_WORDS[COMP_CWORD]} line value text index width=0 hasFiles=
  local -a descriptions=()
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    case $value in
      :file)
        hasFiles=1
        compopt -o filenames 2>/dev/null
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
        continue
        ;;
      *=) compopt -o nospace 2>/dev/null ;;
    esac
    descriptions[\${#COMPREPLY[@]}]=\${line:\${#value}+1}
    COMPREPLY+=("$value")
    (( \${#value} > width )) && width=\${#value}
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
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
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :file
            __fish_complete_path (commandline -ct)
        else
            printf '%s\\n' $line
        end
    end
end
complete -c tryout -f -k -a '(__tryout_complete)'
`;

const scripts = { bash, zsh, fish };
