import { Argument, Command } from 'commander'
import { commandEntries } from '../completion/command-tree.ts'
import { shells } from '../completion/shells.ts'

/** `gatehouse completion SHELL`: a script by which a shell completes commands, options and their values. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('print what a shell needs to complete the commands')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      '\nbash and zsh: eval "$(gatehouse completion bash)"; fish: gatehouse completion fish | source',
    )
    .action((shell: keyof typeof shells, _options: unknown, command: Command) => {
      process.stdout.write(shells[shell](commandEntries(command.parent ?? command)))
    })
}
