import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse start`: the gateway with its pages, as `npm start` runs it. */
export function startCommand(): Command {
  return new Command('start')
    .description('start the gateway: pages, identity service and admin API (the pages must be built: npm run build)')
    .option('--serve-old-files', 'serve the files of a data folder that was moved to PostgreSQL')
    .action(({ serveOldFiles }: { serveOldFiles?: true }) =>
      become(new URL('../../../gateway/src/main.ts', import.meta.url), serveOldFiles ? ['--serve-old-files'] : []),
    )
}
