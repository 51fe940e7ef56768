import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse backup`: the whole installation as one archive, made while it runs. */
export function backupCommand(): Command {
  const program = (task: string, target: string, { json }: { readonly json?: boolean }) =>
    become(new URL('../../../gateway/src/keep-backups.ts', import.meta.url), [
      task,
      target,
      ...(json === true ? ['--json'] : []),
    ])
  return new Command('backup')
    .description('the whole installation as one archive: accounts, control plane, secrets, settings')
    .addCommand(
      new Command('create')
        .description('copy everything into one archive, while Gatehouse runs')
        .requiredOption(
          '--to <target>',
          'a file that is not there yet, or a folder, in which it is named after the time',
        )
        .option('--json', 'print what was copied as JSON')
        .action(({ to, ...more }: { to: string; json?: boolean }) => program('create', to, more)),
    )
    .addCommand(
      new Command('verify')
        .description('open an archive and compare everything in it, changing nothing')
        .argument('<file>', 'the archive')
        .option('--json', 'print what is in it as JSON')
        .action((file: string, more: { json?: boolean }) => program('verify', file, more)),
    )
    .addCommand(
      new Command('restore')
        .description('unpack an archive into the data folder (GATEHOUSE_DATA), which has to be empty')
        .argument('<file>', 'the archive')
        .option('--json', 'print what was restored as JSON')
        .action((file: string, more: { json?: boolean }) => program('restore', file, more)),
    )
}
