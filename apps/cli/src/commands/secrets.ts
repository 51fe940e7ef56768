import { resolve } from 'node:path'
import { Command } from 'commander'
import { become } from '../become.ts'

/** `gatehouse secrets`: the generated secrets of a data folder are replaced, while no Gatehouse runs on it. */
export function secretsCommand(): Command {
  const keep =
    (task: 'rotate' | 'retire' | 'accept', more: readonly string[] = []) =>
    () =>
      become(new URL('../../../gateway/src/keep-secrets.ts', import.meta.url), [task, ...more])
  return new Command('secrets')
    .description('replace the generated secrets of the data folder, while no Gatehouse runs on it')
    .addCommand(
      new Command('rotate').description('put new secrets in front; the old ones still count').action(keep('rotate')),
    )
    .addCommand(
      new Command('retire')
        .description('seal what accounts keep with the newest secrets, and drop the old ones')
        .action(keep('retire')),
    )
    .addCommand(
      new Command('accept')
        .description('take the present secrets as those of the database, where the ones from before are lost')
        .option('-c, --config <file>', 'kratos.yml of an identity service alone')
        .action(({ config }: { config?: string }) => keep('accept', config === undefined ? [] : [resolve(config)])()),
    )
}
