import { Command, InvalidArgumentError } from 'commander'
import { become } from '../become.ts'

/** `gatehouse seed demo`: an installation as after a year of use, for developers. */
export function seedCommand(): Command {
  const demo = new Command('demo')
    .description('people, organizations, and sign-ins that succeed and fail, as after a year of use')
    .option('--people <number>', 'how many people, at most 300', number(1, 300), 300)
    .option('--days <number>', 'for how many days they have signed in, at most 90', number(1, 90), 30)
    .action(({ people, days }: { people: number; days: number }) => {
      become(new URL('../../../gateway/src/seed-demo.ts', import.meta.url), [String(people), String(days)])
    })
  return new Command('seed')
    .description('fill the data folder; development mode only, while no Gatehouse runs')
    .addCommand(demo)
}

function number(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d{1,4}$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It has to be a number from ${least} to ${most}.`)
    return value
  }
}
