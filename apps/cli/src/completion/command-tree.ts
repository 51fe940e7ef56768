import type { Command, Option } from 'commander'

/** A word that may come next, and its meaning. */
export interface Candidate {
  readonly word: string
  readonly meaning: string
}

/** A command, by the words that lead to it, and the words that may follow. */
export interface CommandEntry {
  /** `keys/create`; empty for the program itself. */
  readonly path: string
  readonly candidates: readonly Candidate[]
  /** Options that take a value, with their choices; none: a file, or any other value. */
  readonly valued: readonly { readonly flags: readonly string[]; readonly choices: readonly string[] }[]
}

/** Returns every command of a program, the program first. */
export function commandEntries(command: Command, path = ''): readonly CommandEntry[] {
  const commands = command.commands.map((one) => ({ word: one.name(), meaning: one.description() }))
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, meaning: description })),
  )
  const options = command.options.map((one) => ({ word: one.long ?? one.short ?? '', meaning: one.description }))
  const help = { word: '--help', meaning: 'what there is to say' }
  return [
    {
      path,
      candidates: [...commands, ...choices, ...options, help],
      valued: command.options.filter(takesValue).map((one) => ({ flags: flagsOf(one), choices: one.argChoices ?? [] })),
    },
    ...command.commands.flatMap((one) => commandEntries(one, path === '' ? one.name() : `${path}/${one.name()}`)),
  ]
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

function flagsOf({ long, short }: Option): readonly string[] {
  return [long, short].flatMap((flag) => flag ?? [])
}
