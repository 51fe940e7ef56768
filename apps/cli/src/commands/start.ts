import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse start`: the gateway with its pages, as `npm start` runs it. */
export function startCommand(): Command {
  return new Command('start')
    .description('start the gateway: pages, identity service and admin API (the pages must be built: npm run build)')
    .action(() => become(new URL('../../../gateway/src/main.ts', import.meta.url), []))
}
