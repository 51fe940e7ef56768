import { Command } from 'commander'
import { become } from '../become.ts'

const tasks = {
  save: 'keep a copy of all data under a name',
  load: 'put such a copy in place of all data',
} as const

/** `gatehouse snapshot save|load|list`: copies of a data folder, for developers. */
export function snapshotCommand(): Command {
  const command = new Command('snapshot').description(
    'copies of the data folder; development mode only, while no Gatehouse runs',
  )
  for (const [task, description] of Object.entries(tasks)) {
    const one = new Command(task).description(description).argument('<name>', 'letters, digits, - and _')
    command.addCommand(
      one.action((name: string) => become(new URL('../../../gateway/src/keep-data.ts', import.meta.url), [task, name])),
    )
  }
  const list = new Command('list').description('the names of the copies')
  return command.addCommand(
    list.action(() => become(new URL('../../../gateway/src/keep-data.ts', import.meta.url), ['list'])),
  )
}
