import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse database move --to URL`: moves an installation from files to PostgreSQL. */
export function databaseCommand(): Command {
  return new Command('database').description('where an installation keeps its data').addCommand(
    new Command('move')
      .description(
        'copy control plane and projects from the data folder into PostgreSQL, while no Gatehouse runs on it',
      )
      .option('--to <url>', 'such as postgres://gatehouse@db.internal:5432/gatehouse (default: GATEHOUSE_DATABASE)')
      .action(({ to }: { to?: string }) =>
        become(new URL('../../../gateway/src/move-database.ts', import.meta.url), to === undefined ? [] : ['--to', to]),
      ),
  )
}
