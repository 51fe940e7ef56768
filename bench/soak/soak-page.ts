import { readFileSync } from 'node:fs'
import type { RowCounts } from './bounds.ts'
import { commandOf } from './options.ts'
import { activitiesOf, faultsOf, type Day, type Pace, type SoakResult } from './result.ts'

/** The soak whose figures docs/reference/performance.md shows. */
export const measuredFile = new URL('measured.json', import.meta.url)

/** Renders the part of docs/reference/performance.md about a month of use, from the last stored soak. */
export function renderSoak(): string {
  return soakSection(JSON.parse(readFileSync(measuredFile, 'utf8')) as SoakResult)
}

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Returns the result of a soak, as Markdown. */
function soakSection(result: SoakResult): string {
  const { options, days, stream, mails, machine, realMinutes, takenOn, hashMiB, sessionHours } = result
  const answers = days.flatMap(({ paces }) => Object.values(paces)).reduce((sum, { count }) => sum + count, 0)
  const leftOut = days.reduce((sum, day) => sum + day.leftOut, 0)
  const cut = days.reduce((sum, day) => sum + day.cut, 0)
  const faults = faultsOf(result)
  const activities = activitiesOf(result)
  const done = activities.reduce((sum, one) => sum + one.done, 0)
  const planned = activities.reduce((sum, one) => sum + one.planned, 0)
  return `## A month of use

\`${commandOf(options)}\` simulated on ${takenOn} ${options.days} days of ${options.people.toLocaleString('en')} people in ${realMinutes.toFixed(0)} minutes (at most ${options.minutes} for the actions of people), with the deployed bundle (two workers, ${databases[options.database]}), on ${machine.processors} processors (${machine.model}) that the load and other work shared (load average ${machine.load.toFixed(0)}). \`bench/soak/surroundings\` moves its clock by two hours at a time; the product has no such switch. Of ${planned.toLocaleString('en')} planned actions ${done.toLocaleString('en')} were done, in ${answers.toLocaleString('en')} answers.
${leftOut === 0 ? 'Everything that was planned fitted into the time.' : `**${leftOut.toLocaleString('en')} did not fit into the time, and were left out**: this is not the load of ${options.people.toLocaleString('en')} people.`} Passwords are hashed with ${hashMiB} MiB; a session lasts ${sessionHours} hours, or a day without use. All figures: \`bench/soak/measured.json\`.

${[nothingLost(result), faultsText(faults)].join('')}${cut} requests had no answer, as their process ended. The stream delivered ${stream.events.toLocaleString('en')} events, ${stream.repeated} of them again, ${stream.dead} as failed deliveries; ${mails.sent.toLocaleString('en')} mails were sent, ${mails.abandoned} given up (\`courier.message_retries\`).

| checked at the end | how many | not as acknowledged |
|---|---|---|
${result.checks.map(({ what, looked, wrong }) => `| ${what} | ${looked.toLocaleString('en')} | ${wrong.length} |`).join('\n')}

| day | memory, MiB: primary, first and second worker | database, log, MiB | waiting: mails, events | event loop, ms | sign-in, ms | page, ms | whoami, ms | what happened |
|---|---|---|---|---|---|---|---|---|
${eventfulDays(days).map(dayRow).join('\n')}

Times are the median and 99 %; waiting entries, the event loop's delay and the log (WAL) are the day's largest.

${rowTable(result)}
`
}

/** Returns the first day, those of an outage, and the last. */
function eventfulDays(days: readonly Day[]): readonly Day[] {
  return days.filter(({ faults }, index) => index === 0 || index === days.length - 1 || faults.length > 0)
}

/** Returns the sentences about losses and bounds that hold. */
function nothingLost({ checks, days, quiet }: SoakResult): string {
  const isKept = checks.every(({ wrong }) => wrong.length === 0)
  const isBound = [...days, quiet].every(({ beyondBounds }) => beyondBounds.length === 0)
  return (isKept ? 'Nothing that was acknowledged is lost. ' : '') + (isBound ? 'No table is beyond its bound. ' : '')
}

function faultsText(faults: readonly string[]): string {
  if (faults.length === 0) return ''
  const count = faults.length === 1 ? 'One fault' : `${faults.length} faults, of which the first`
  return `**${count}**: ${faults.slice(0, 5).join('; ')}. `
}

function dayRow(day: Day): string {
  const { memory, databaseBytes, logBytes, mailsWaiting, eventsWaiting, loopDelayMs, paces } = day
  return `| ${[
    day.number,
    [memory.primary, memory.first, memory.second].map((one) => one.toFixed(0)).join(' + '),
    `${mib(databaseBytes)}, ${mib(logBytes)}`,
    `${mailsWaiting}, ${eventsWaiting.toLocaleString('en')}`,
    loopDelayMs.toFixed(0),
    shown(paces['sign-in']),
    shown(paces['sign-in page']),
    shown(paces['whoami']),
    day.faults.join(', '),
  ].join(' | ')} |`
}

/**
 * Draws the tables whose number of rows changed, on the first and the last day and after the quiet. Those with the same
 * numbers share a row.
 */
function rowTable({ days, quiet, kept }: SoakResult): string {
  const columns: readonly RowCounts[] = [days[0]?.rows ?? {}, days.at(-1)?.rows ?? {}, quiet.rows]
  const tables = Object.keys(quiet.rows).filter((table) => new Set(days.map(({ rows }) => rows[table] ?? 0)).size > 1)
  const counts = (table: string) => columns.map((rows) => (rows[table] ?? 0).toLocaleString('en'))
  const cells = (table: string) => [...counts(table), kept[table] ?? ''].join(' | ')
  const head = ['rows', 'day 1', `day ${days.length}`, `${quiet.days} days later`, 'kept']
  return [
    `Rows of the tables that changed, also after ${quiet.days} more days without a visitor, and the limit that holds at the end of every day:`,
    '',
    ...[
      head.join(' | '),
      head.map(() => '---').join(' | '),
      ...[...Map.groupBy(tables, cells)].map(([row, names]) => `${names.map(nameOf).join(', ')} | ${row}`),
    ].map((row) => `| ${row} |`),
  ].join('\n')
}

const nameOf = (table: string) =>
  `\`${table.replace('gatehouse_identity.', '').replace('gatehouse_control.', 'control plane: ')}\``

const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

function shown(pace: Pace | undefined): string {
  return pace === undefined ? 'none' : `${ms(pace.p50Ms)} / ${ms(pace.p99Ms)}`
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
