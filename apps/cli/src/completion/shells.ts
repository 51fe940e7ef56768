import type { CommandEntry } from './command-tree.ts'

/** Finds the command that the words so far name, as `at`: the part that bash and zsh have in common. */
function findCommand(commands: readonly CommandEntry[], words: string): string {
  const known = commands.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join('|')
  return `  local at='' word
  for word in ${words}; do
    case "\${at:+$at/}$word" in
      ${known}) at="\${at:+$at/}$word" ;;
    esac
  done`
}

/** Returns the cases for an option's values, by command and option. */
function valueCases(commands: readonly CommandEntry[], say: (choices: readonly string[]) => string): string {
  const rows = commands.flatMap(({ path, valued }) =>
    valued.map(({ flags, choices }) => {
      const cases = flags.map((flag) => quoted(`${path} ${flag}`)).join('|')
      return `    ${cases}) ${say(choices)}; return ;;`
    }),
  )
  return rows.join('\n')
}

/** TABLE: the completion script of each shell. */
export const shells = {
  bash: (commands: readonly CommandEntry[]) => `# eval "$(gatehouse completion bash)"
_gatehouse() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
${findCommand(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$at $before" in
${valueCases(commands, (choices) => (choices.length === 0 ? `COMPREPLY=($(compgen -f -- "$cur"))` : `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$cur"))`))}
  esac
  case "$at" in
${commands.map(({ path, candidates }) => `    ${quoted(path)}) COMPREPLY=($(compgen -W ${quoted(candidates.map(({ word }) => word).join(' '))} -- "$cur")) ;;`).join('\n')}
  esac
}
complete -o default -F _gatehouse gatehouse
`,
  zsh: (commands: readonly CommandEntry[]) => `#compdef gatehouse
# eval "$(gatehouse completion zsh)"
_gatehouse() {
  local -a items
${findCommand(commands, '"${(@)words[2,CURRENT-1]}"')}
  case "$at \${words[CURRENT-1]}" in
${valueCases(commands, (choices) => (choices.length === 0 ? '_files' : `compadd ${choices.map(quoted).join(' ')}`))}
  esac
  case "$at" in
${commands.map(({ path, candidates }) => `    ${quoted(path)}) items=(${candidates.map(({ word, meaning }) => quoted(`${word.replaceAll(':', '\\:')}:${meaning}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe gatehouse items
}
if [[ "\${funcstack[1]}" == _gatehouse ]]; then
  # A file of fpath, which zsh has just read to complete with it.
  _gatehouse "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
  compdef _gatehouse gatehouse
fi
`,
  fish: (commands: readonly CommandEntry[]) => `# gatehouse completion fish | source
function __gatehouse_at
  set -l at
  for word in (commandline -opc)[2..-1]
    set -l next (string join -- / $at $word)
    if contains -- $next ${commands.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join(' ')}
      set at $next
    end
  end
  test "$at" = "$argv"
end
complete -c gatehouse -f
${commands.flatMap(fishLines).join('\n')}
`,
} as const satisfies Readonly<Record<string, (commands: readonly CommandEntry[]) => string>>

function fishLines({ path, candidates, valued }: CommandEntry): readonly string[] {
  return candidates.map(({ word, meaning }) => {
    const value = valued.find(({ flags }) => flags.includes(word))
    const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
    const values =
      value === undefined ? '' : value.choices.length > 0 ? ` -x -a ${quoted(value.choices.join(' '))}` : ' -r -F'
    return `complete -c gatehouse -n ${quoted(`__gatehouse_at ${path}`)} ${what}${values} -d ${quoted(meaning)}`
  })
}

/** Quotes a word so that no shell takes it apart; these three agree on single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
