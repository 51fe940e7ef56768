import { resolve } from 'node:path'
import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse identity serve -c FILE`: the identity service alone, as `kratos serve -c FILE` runs it. */
export function identityCommand(): Command {
  const serve = new Command('serve')
    .description('run the identity service alone, without pages')
    .requiredOption('-c, --config <file>', 'configuration in the format of kratos.yml')
    .option('--dev', 'development mode: cookies without Secure, readable emails')
    .action(({ config, dev }: { config: string; dev?: true }) => {
      const development = dev === true ? ['--dev'] : []
      become(new URL('../../../gateway/src/serve-identity.ts', import.meta.url), [
        '--config',
        resolve(config),
        ...development,
      ])
    })
  return new Command('identity').description('the embedded identity service').addCommand(serve)
}
