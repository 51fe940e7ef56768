import { Command } from 'commander'
import { become } from '../become.ts'
import { CommandFailure } from '../command-failure.ts'
import { terminal } from '../terminal.ts'

/** `gatehouse reset`: a data folder as new, for developers. */
export function resetCommand(): Command {
  return new Command('reset')
    .description('throw all data away; development mode only, while no Gatehouse runs')
    .option('--yes', 'do not ask')
    .action(async ({ yes }: { yes?: true }) => {
      const answer = yes === true ? 'yes' : await terminal().ask('Throw all data away? Say yes', { hidden: false })
      if (answer !== 'yes') throw new CommandFailure('Nothing was thrown away. Say yes, or --yes.')
      become(new URL('../../../gateway/src/keep-data.ts', import.meta.url), ['reset'])
    })
}
