import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram } from '@gatehouse/cli/program'
import { located, type Snippet } from './snippet.ts'

type Command = ReturnType<typeof createProgram>
type Option = Command['options'][number]
type Program = Pick<Command, 'name' | 'aliases' | 'commands' | 'options' | 'registeredArguments'>

/** Finds commands of blocks that `gatehouse` and `npm run` do not have, and options that they do not take. */
export function commandProblems(root: string, snippets: readonly Snippet[]): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const runner = readFileSync(join(root, 'tooling/run.mjs'), 'utf8')
  /** The programs behind a script: their definitions of commands decide. */
  const sourceOf = (script: string) => {
    const row = new RegExp(`^  ${script}: \\{.*entries: \\[(.*)\\]`, 'm').exec(runner)?.[1] ?? ''
    const entries = [...row.matchAll(/'([^']+\.ts)'/g)].map(([, entry = '']) => readFileSync(join(root, entry), 'utf8'))
    return entries.join('\n')
  }
  return snippets
    .filter(({ language }) => language === 'sh' || language === 'bash')
    .flatMap((snippet) =>
      commandLines(snippet.code).flatMap((words) => {
        const problem = problemOf(words, scripts, sourceOf)
        return problem === undefined ? [] : [located(snippet, `${words.join(' ')}: ${problem}`)]
      }),
    )
}

/** Returns the commands of a script, as words: without comments, settings before them, and the part after a `|`. */
export function commandLines(code: string): readonly (readonly string[])[] {
  return code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => line.replace(/(?:^|\s+)#.*$/, '').split(/\s(?:\||&&|;)\s/))
    .map((command) => (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll(/^['"]|['"]$/g, '')))
    .map((words) =>
      words.slice(
        Math.max(
          0,
          words.findIndex((word) => !/^[A-Z_]+=/.test(word)),
        ),
      ),
    )
    .filter(([first = '']) => first !== '' && !/^[A-Z_]+=/.test(first))
}

function problemOf(
  words: readonly string[],
  scripts: Readonly<Record<string, string>>,
  sourceOf: (script: string) => string,
): string | undefined {
  const own = ownCommand(words)
  if (own !== undefined) return commandProblem(createProgram(), own)
  if (words[0] !== 'npm') return undefined
  const rest = words.slice(1).filter((word, index) => index > 1 || word !== '-s')
  const script = rest[0] === 'run' ? rest[1] : rest[0] === 'start' || rest[0] === 'test' ? rest[0] : undefined
  if (script === undefined) return undefined
  if (!Object.hasOwn(scripts, script)) return `package.json has no script ${script}`
  const options = rest.filter((word) => /^--\w/.test(word)).map((word) => word.slice(2).replace(/=.*/, ''))
  const source = sourceOf(script)
  const unknown = options.find((option) => !source.includes(option))
  return unknown === undefined ? undefined : `npm run ${script} takes no --${unknown}`
}

/** Returns the words after `gatehouse`, in every form of the command. */
function ownCommand(words: readonly string[]): readonly string[] | undefined {
  const text = words.join(' ')
  const called = /^(?:npx |npm exec -- |npm run gatehouse -- )?gatehouse(?= |$)|^npm run gatehouse --(?= |$)/.exec(text)
  return called === null ? undefined : words.slice(called[0].split(' ').length)
}

/** Returns why a program has no such command line, by its own definitions. */
export function commandProblem(program: Program, words: readonly string[]): string | undefined {
  let command = program
  const above: Option[] = [...command.options]
  const given: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (/^-\w|^--\w/.test(word)) {
      const flag = word.replace(/=.*/, '')
      if (flag === '--help' || flag === '-h') continue
      const option = above.find((one) => one.long === flag || one.short === flag)
      if (option === undefined) return `gatehouse ${command.name()} takes no ${flag}`
      if (option.required && !word.includes('=')) index += 1
      continue
    }
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word))
    if (next === undefined) given.push(word)
    else {
      command = next
      above.push(...next.options)
    }
  }
  const { registeredArguments: wanted } = command
  if (command.commands.length > 0 && wanted.length === 0) return `it has no command ${given[0] ?? ''}`.trim()
  const isEndless = wanted.some(({ variadic }) => variadic)
  if (given.length > wanted.length && !isEndless) return `gatehouse ${command.name()} does not take ${given.at(-1)}`
  const missing = wanted.find(({ required }, index) => required && index >= given.length)
  return missing === undefined ? undefined : `gatehouse ${command.name()} wants ${missing.name()}`
}
