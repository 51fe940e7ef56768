import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse check`: looks for the usual faults of an installation before people meet them. */
export function checkCommand(): Command {
  return new Command('check')
    .description('look at settings, addresses, secrets, services and folders, and say what to change')
    .option('--json', 'print the findings as JSON: check, severity, subject, wrong, fix, at')
    .addHelpText('after', '\nExit code: 0 nothing found, or warnings alone; 1 a fault; 2 it could not look.')
    .action(({ json }: { readonly json?: true }) =>
      become(new URL('../../../gateway/src/check-installation.ts', import.meta.url), json === true ? ['--json'] : []),
    )
}
