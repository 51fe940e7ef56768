import { resolve } from 'node:path'
import { readBrand, type BrandBook } from '@gatehouse/config/brand'
import { shippedCatalogues, overrideRules } from '@gatehouse/i18n/catalogues'
import { Command } from 'commander'
import { CommandFailure } from '../command-failure.ts'

interface CheckOptions {
  readonly json?: true
}

/** `gatehouse brand check`: reports the faults of a brand before a gateway does. */
export function brandCommand(): Command {
  const check = new Command('check')
    .description('print everything that is wrong with the section "brand" of a file, or that it is sound')
    .argument('[file]', 'the file', 'gatehouse.yml')
    .option('--json', 'print the faults as JSON: subject, wrong, fix')
    .action((file: string, { json }: CheckOptions) => {
      const read = readBrand(resolve(file), overrideRules(shippedCatalogues()), true)
      const faults = read.kind === 'faulty' ? read.faults : []
      if (json === true) console.log(JSON.stringify(faults))
      else if (read.kind === 'sound') console.log(`${file}: OK, ${summary(read.book)}`)
      if (faults.length === 0) return
      if (json === true) process.exitCode = 1
      else
        throw new CommandFailure(
          faults.map(({ subject, wrong, fix }) => `${subject} ${wrong}.\n  Fix: ${fix}`).join('\n'),
        )
    })
  return new Command('brand').description('how the account pages look').addCommand(check)
}

function summary({ projects, images }: BrandBook): string {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  return [count(images.size, 'picture'), ...(projects.size === 0 ? [] : [count(projects.size, 'project')])].join(', ')
}
