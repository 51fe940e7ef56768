import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse archive`: projects that were deleted, and whose accounts the PostgreSQL database keeps. */
export function archiveCommand(): Command {
  const program = (args: readonly string[]) =>
    become(new URL('../../../gateway/src/data/project-archives.ts', import.meta.url), args)
  return new Command('archive')
    .description('deleted projects that the database (GATEHOUSE_DATABASE) keeps')
    .addCommand(new Command('list').description('what there is, oldest first').action(() => program(['list'])))
    .addCommand(
      new Command('export')
        .description('write one into a folder: accounts as a SQLite file, secrets, and what the control plane knew')
        .argument('<id>', 'of the project')
        .option('--output <folder>', 'a folder that is not there yet (default: named after the project)')
        .action((id: string, { output }: { output?: string }) =>
          program(['export', id, ...(output === undefined ? [] : ['--output', output])]),
        ),
    )
    .addCommand(
      new Command('remove')
        .description('remove one from the database, for good')
        .argument('<id>', 'of the project')
        .action((id: string) => program(['remove', id])),
    )
}
