import { counted } from '@gatehouse/contract/http'
import { schemaChecks } from '@gatehouse/transfer/check'
import {
  importIdentities,
  type ImportEnd,
  type SendableEntry,
  type ImportCounts,
  type ImportReportRow,
} from '@gatehouse/transfer/import'
import { importFormats, type ImportEntry, type ImportFormatName } from '@gatehouse/transfer/formats'
import { sourceNames, type SourceName } from '@gatehouse/transfer/sources'
import { Command, InvalidArgumentError, Option } from 'commander'
import { CommandFailure } from '../command-failure.ts'
import { importAtControlPlane } from '../control-plane/import-file.ts'
import { type ProjectOptions, withProjectOptions } from '../control-plane/project-access.ts'
import { openAdmin } from '../transfer/admin-access.ts'
import { withAdminOptions, type AdminOptions } from '../transfer/admin-options.ts'
import { interruptedCode, interruptible } from '../transfer/interruption.ts'
import { progressOnTerminal } from '../transfer/progress.ts'
import { readEntries, type SourcePosition } from '../transfer/read-entries.ts'
import { sendEntries } from '../transfer/send-entries.ts'
import { openLines } from '../transfer/sink.ts'
import { type SourceEntries, sourceEntries } from '../transfer/source-entries.ts'

interface ImportOptions extends AdminOptions, ProjectOptions {
  readonly schema?: string
  readonly resume?: string
  readonly report: string
  readonly batchSize: number
  readonly skip: number
  readonly dryRun?: true
  readonly from?: SourceName
  readonly for: ImportFormatName
  readonly provider: Readonly<Record<string, string>>
  readonly firebaseHashConfig?: string
  readonly output?: string
}

/** `gatehouse import`: creates identities from files, in batches. */
export function importCommand(): Command {
  return withProjectOptions(withAdminOptions(new Command('import')))
    .description(
      'create identities from files: JSON Lines, lists, or bodies of PATCH /admin/identities; with --project also CSV, as a job',
    )
    .argument('[file...]', 'files, or - for JSON Lines on standard input')
    .option('--report <file>', 'what became of each', 'gatehouse-import.report.jsonl')
    .option('--batch-size <count>', 'identities sent at once', between(1, 1_000), 500)
    .option('--skip <count>', 'leave out what an earlier run has dealt with', between(0, Number.MAX_SAFE_INTEGER), 0)
    .option('--schema <id>', 'with --project or --from: the schema of people who name none (default: the first)')
    .addOption(new Option('--from <system>', 'files are the export of another system').choices(sourceNames))
    .addOption(
      new Option('--for <service>', 'with --from: what the people go to')
        .choices(Object.keys(importFormats))
        .default('gatehouse'),
    )
    .option('--provider <there=here>', 'with --from: what a provider is called here; may be repeated', toProviders, {})
    .option('--firebase-hash-config <file>', 'with --from firebase: the hash parameters that its console shows')
    .option('--output <file>', 'with --from: write the people as JSON Lines and create nothing')
    .option('--resume <import>', 'with --project: start a file again that was handed in before')
    .option('--dry-run', 'look at the files and the schemas only; create nothing')
    .action(runImport)
}

async function runImport(files: readonly string[], options: ImportOptions): Promise<void> {
  if (options.from === undefined && (options.output ?? options.firebaseHashConfig) !== undefined) {
    throw new CommandFailure('--output and --firebase-hash-config belong to --from.')
  }
  if (options.project !== undefined && options.from !== undefined) {
    throw new CommandFailure(
      'With --from, name the admin API, or write a file with --output and import that with --project.',
    )
  }
  if (options.project !== undefined) return importAtControlPlane(files, options)
  if (files.length === 0) throw new CommandFailure('Name a file, or - for standard input.')
  const access = await openAdmin(options)
  try {
    const source = options.from && (await sourceEntries(files, { ...options, from: options.from }, access))
    if (options.output !== undefined && source) return await writeEntries(source, options.output)
    const report = await openLines<ImportReportRow<SourcePosition>>(options.report, 0)
    const progress = progressOnTerminal()
    const check = schemaChecks((id) => access.schema(id))
    const look = (entries: readonly SendableEntry<SourcePosition>[]) =>
      Promise.all(entries.map(({ create }) => check(create)))
    const send = (entries: readonly SendableEntry<SourcePosition>[]) => sendEntries(access.client, entries)
    const end = await interruptible((stopped) =>
      importIdentities({
        entries: source?.entries ?? readEntries(files),
        skip: options.skip,
        batchSize: options.batchSize,
        handle: options.dryRun === true ? look : send,
        report: (rows) => report.append(rows),
        reported: (counts) => progress.report(words(counts)),
        stopped,
      }),
    )
    progress.end()
    await report.close()
    conclude(end, options, access.where)
    if (source !== undefined) tellLeftBehind(source)
  } finally {
    await access.close()
  }
}

function tellLeftBehind(source: SourceEntries): void {
  const left = source.leftBehind()
  if (left.length > 0) console.error(`Left behind:\n${left.map((line) => `  ${line}`).join('\n')}`)
}

/** Writes people of another system as an import takes them; reports and leaves out entries that are no person. */
async function writeEntries(source: SourceEntries, file: string): Promise<void> {
  const output = await openLines<ImportEntry>(file, 0)
  let written = 0
  let unreadable = 0
  for await (const entry of source.entries) {
    if (entry.kind === 'entry') {
      await output.append([{ create: entry.create, patch_id: entry.source ?? '' }])
      written += 1
    } else {
      unreadable += 1
      const { line, index } = entry.position
      console.error(`line ${[line, index].filter(Boolean).join('.')}: ${entry.reason}`)
    }
  }
  await output.close()
  console.error(
    `${counted(written, 'person is', 'people are')} in ${file}. Its lines have hashes: keep it as you keep a password.`,
  )
  tellLeftBehind(source)
  if (unreadable === 0) return
  console.error(`${unreadable} refused: see the lines above.`)
  process.exitCode = 1
}

function conclude({ counts, seen, isWhole }: ImportEnd, { report, dryRun: dry }: ImportOptions, where: string): void {
  console.error(`${words(counts)} at ${where}${dry === true ? ' (a dry run: nothing was created)' : ''}.`)
  console.error(`Each of them is in ${report}.`)
  if (!isWhole) {
    console.error(`Stopped. Go on with: --skip ${seen}`)
    process.exitCode = interruptedCode
  } else if (counts.refused > 0) {
    process.exitCode = 1
  }
}

function words({ created, exists, refused, fine }: ImportCounts): string {
  const parts = [
    [created, 'created'],
    [exists, 'there already'],
    [refused, 'refused'],
    [fine, 'fine'],
  ] as const
  return parts.flatMap(([count, word]) => (count > 0 || word === 'created' ? [`${count} ${word}`] : [])).join(', ')
}

function between(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`a whole number of at least ${least}${most === 1_000 ? ' and at most 1,000' : ''}`)
  }
}

function toProviders(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [there, here] = text.split('=')
  if (there && here) return { ...before, [there]: here }
  throw new InvalidArgumentError('a name there and a name here, such as google-oauth2=google')
}
