import type { Command } from 'commander'
import { createProgram } from './program.ts'
import { reportFailure } from './report-failure.ts'

// Known before the command line is: that it cannot be read is an error like every other.
const json = process.argv.includes('--json')

const program = createProgram()
for (const command of allCommands(program)) {
  command.exitOverride()
  // The whole help would hide the error.
  command.showHelpAfterError('gatehouse --help lists the commands; each has its own --help.')
  if (json) command.configureOutput({ writeErr: () => {} })
}

try {
  await program.parseAsync()
} catch (error) {
  reportFailure(error, { json })
}

function allCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(allCommands)]
}
