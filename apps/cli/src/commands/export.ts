import { existsSync } from 'node:fs'
import { counted } from '@gatehouse/contract/http'
import { importFormats, type ImportEntry, type ImportFormatName } from '@gatehouse/transfer/formats'
import { Command, InvalidArgumentError, Option } from 'commander'
import { CommandFailure } from '../command-failure.ts'
import { openAdmin, type AdminAccess } from '../transfer/admin-access.ts'
import { withAdminOptions, type AdminOptions } from '../transfer/admin-options.ts'
import { exportIdentities, type ExportReportRow } from '../transfer/export-identities.ts'
import { readState, removeState, writeState, type ExportState } from '../transfer/export-state.ts'
import { interruptedCode, interruptible } from '../transfer/interruption.ts'
import { progressOnTerminal } from '../transfer/progress.ts'
import { openBatches, openLines, standardOutput } from '../transfer/sink.ts'

interface ExportOptions extends AdminOptions {
  readonly output: string
  readonly for: ImportFormatName
  readonly format: 'jsonl' | 'batches'
  readonly report?: string
  readonly pageSize: number
  readonly overwrite?: true
}

const openers = { jsonl: openLines<ImportEntry>, batches: openBatches<ImportEntry> } as const

/** `gatehouse export`: every identity with its credentials, in the format of an import. */
export function exportCommand(): Command {
  return withAdminOptions(new Command('export'))
    .description('write every identity, with its credentials, as what an import takes')
    .requiredOption('-o, --output <file>', 'a file, a folder with --format batches, or - for standard output')
    .addOption(
      new Option('--for <service>', 'who is to import it').choices(Object.keys(importFormats)).default('kratos'),
    )
    .addOption(
      new Option('--format <format>', 'one line or one file for many').choices(['jsonl', 'batches']).default('jsonl'),
    )
    .option('--report <file>', 'what stays behind (default: beside the output)')
    .option('--page-size <count>', 'identities read at once', toPageSize, 250)
    .option('--overwrite', 'begin anew where an output or an unfinished export is there')
    .action(runExport)
}

async function runExport(options: ExportOptions): Promise<void> {
  if (options.output === '-' && options.format === 'batches')
    throw new CommandFailure('--format batches needs a folder.')
  const access = await openAdmin(options)
  try {
    await writeAll(options, access)
  } finally {
    await access.close()
  }
}

async function writeAll(options: ExportOptions, { client, where }: AdminAccess): Promise<void> {
  const { output } = options
  const toTerminal = output === '-'
  const statePath = `${output}.state.json`
  const begin = await beginning(options, newState(options, where), statePath)
  // From here on the output may be unfinished.
  if (!toTerminal) await writeState(statePath, begin)
  const reportPath = options.report ?? (toTerminal ? 'gatehouse-export.report.jsonl' : `${output}.report.jsonl`)
  const report = await openLines<ExportReportRow>(reportPath, begin.reported)
  const entries = toTerminal ? standardOutput<ImportEntry>() : await openers[options.format](output, begin.written)
  const progress = progressOnTerminal()
  const keep = async (now: ExportState) => {
    if (!toTerminal) await writeState(statePath, now)
    progress.report(identitiesOf(now))
  }
  const format = importFormats[options.for]
  const { pageSize } = options
  const end = await interruptible((stopped) =>
    exportIdentities({ client, format, pageSize, begin, entries, report, keep, stopped }),
  )
  progress.end()
  await entries.close()
  await report.close()
  if (end.next !== undefined) {
    console.error(`Stopped after ${identitiesOf(end)}. The same command goes on from there.`)
    process.exitCode = interruptedCode
    return
  }
  if (!toTerminal) await removeState(statePath)
  console.error(`${identitiesOf(end)} from ${where}.`)
  console.error(
    `What stays behind (${counted(end.leftBehind, 'thing')} of single identities) is listed in ${reportPath}.`,
  )
}

const identitiesOf = ({ identities }: ExportState) => counted(identities, 'identity', 'identities')

/** Returns the starting point: the position of an unfinished export of the same kind, or the first identity. */
async function beginning(
  { output, overwrite }: ExportOptions,
  anew: ExportState,
  statePath: string,
): Promise<ExportState> {
  if (output === '-' || overwrite === true) return anew
  const begun = await readState(statePath)
  if (begun === undefined) {
    if (!existsSync(output)) return anew
    throw new CommandFailure(`${output} is there already. Name another, remove it, or say --overwrite.`)
  }
  if (begun.from === anew.from && begun.for === anew.for && begun.format === anew.format) return begun
  throw new CommandFailure(
    `${statePath} is of an unfinished export from ${begun.from} for ${begun.for} as ${begun.format}.\n` +
      'Go on with it by the same options, or say --overwrite.',
  )
}

function newState({ for: target, format }: ExportOptions, from: string): ExportState {
  return { from, for: target, format, written: 0, reported: 0, identities: 0, leftBehind: 0 }
}

function toPageSize(text: string): number {
  const size = Number(text)
  if (Number.isInteger(size) && size >= 1 && size <= 500) return size
  throw new InvalidArgumentError('a number from 1 to 500')
}
