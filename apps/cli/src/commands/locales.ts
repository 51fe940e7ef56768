import { resolve } from 'node:path'
import { findLocales } from '@gatehouse/i18n/catalogues'
import { mergeMissing, type MergeStep } from '@gatehouse/i18n/missing'
import { Command } from 'commander'
import { CommandFailure } from '../command-failure.ts'
import { collectedTexts } from './collected-texts.ts'

interface MergeOptions {
  readonly data?: string
  readonly locales?: string
  readonly dryRun?: true
  readonly json?: true
  readonly forget?: true
}

/** `gatehouse locales merge`: brings the texts that pages reported missing into the catalogues. */
export function localesCommand(): Command {
  const merge = new Command('merge')
    .description('add the missing texts that were collected to the catalogues; what stands there is never changed')
    .option(
      '--data <folder>',
      'data folder of the gateway (default: GATEHOUSE_DATABASE, else GATEHOUSE_DATA, or ./data)',
    )
    .option('--locales <folder>', 'folder of the catalogues (default: the one of this repository)')
    .option('--dry-run', 'only say what would be added')
    .option('--forget', 'remove what was collected afterwards')
    .option('--json', 'print the steps as JSON')
    .action(async (options: MergeOptions) => {
      const steps = await mergeFrom(options)
      console.log(options.json === true ? JSON.stringify(steps) : summary(steps, options.dryRun === true))
    })
  return new Command('locales').description('the catalogues of texts').addCommand(merge)
}

async function mergeFrom(options: MergeOptions): Promise<readonly MergeStep[]> {
  const collected = collectedTexts(options.data === undefined ? undefined : resolve(options.data))
  const locales = options.locales === undefined ? findLocales() : resolve(options.locales)
  try {
    const steps = mergeMissing(await collected.all(), locales, { dryRun: options.dryRun === true })
    if (options.forget === true && options.dryRun !== true) await collected.clear()
    return steps
  } catch (error) {
    if (error instanceof CommandFailure) throw error
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
