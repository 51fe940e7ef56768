import { resolve } from 'node:path'
import { loadProcessConfig } from '@gatehouse/config/config'
import { findLocales, shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { mergeMissing, missingFolder, type MergeStep } from '@gatehouse/i18n/missing'
import { Command } from 'commander'
import { CommandFailure } from '../command-failure.ts'

interface MergeOptions {
  readonly data?: string
  readonly locales?: string
  readonly dryRun?: true
  readonly json?: true
}

/** `gatehouse locales merge`: brings the texts that pages reported missing into the catalogues. */
export function localesCommand(): Command {
  const merge = new Command('merge')
    .description('add the missing texts that were collected to the catalogues; what stands there is never changed')
    .option('--data <folder>', 'data folder of the gateway (default: GATEHOUSE_DATA, or ./data)')
    .option('--locales <folder>', 'folder of the catalogues (default: the one of this repository)')
    .option('--dry-run', 'only say what would be added')
    .option('--json', 'print the steps as JSON')
    .action(async (options: MergeOptions) => {
      const steps = await mergeFrom(options)
      console.log(options.json === true ? JSON.stringify(steps) : summary(steps, options.dryRun === true))
    })
  return new Command('locales').description('the catalogues of texts').addCommand(merge)
}

async function mergeFrom(options: MergeOptions): Promise<readonly MergeStep[]> {
  const data = options.data === undefined ? loadProcessConfig().data : resolve(options.data)
  const locales = options.locales === undefined ? findLocales() : resolve(options.locales)
  try {
    return mergeMissing(await missingFolder(data, shippedCatalogues()).all(), locales, {
      dryRun: options.dryRun === true,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`The texts could not be merged: ${reason}. Mend or remove that file and run this again.`)
  }
}

const marks = { added: '+', kept: '=', refused: '!' } as const

function summary(steps: readonly MergeStep[], dryRun: boolean): string {
  if (steps.length === 0) return 'No missing texts have been collected.'
  const lines = steps.map(({ outcome, lng, ns, key, text }) => {
    return `${marks[outcome]} ${lng}/${ns} ${key}: ${JSON.stringify(text)}`
  })
  const count = (outcome: MergeStep['outcome']) => steps.filter((step) => step.outcome === outcome).length
  const verb = dryRun ? 'would be added' : 'added'
  return [...lines, `${count('added')} ${verb}, ${count('kept')} there already, ${count('refused')} refused`].join('\n')
}
