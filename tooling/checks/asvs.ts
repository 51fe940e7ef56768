import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { brokenId, idsInCell, type TestIds } from './test-ids.ts'

const document = 'docs/reference/asvs.md'
/** The numbers of OWASP ASVS 5.0.0: requirements of levels 1 (70) and 2 (183), and chapters. */
const standard = { requirements: 253, chapters: 17 }
const statuses = ['held', 'operator', 'not applicable', 'not yet']
/** A reason shorter than this says nothing. Characters. */
const shortestReason = 8

/** Returns the faults of docs/reference/asvs.md, given as its text: numbers, statuses, reasons and proofs. */
export function unheldRequirements(root: string, text: string, ids: TestIds): readonly string[] {
  const chapters = text.split(/^## V(?=\d)/m).slice(1)
  const rows = chapters.flatMap((part) =>
    part.split('\n').flatMap((line) => (/^\| [\d., ]+ \|/.test(line) ? readRow(line, Number.parseInt(part, 10)) : [])),
  )
  const numbers = rows.map(({ number }) => number)
  const { size } = new Set(numbers)
  const { requirements } = standard
  return [
    ...(chapters.length === standard.chapters ? [] : [`has ${chapters.length} chapters of ${standard.chapters}`]),
    ...(size === requirements ? [] : [`has rows for ${size} requirements of ${requirements}`]),
    ...numbers.flatMap((number, index) => (numbers.indexOf(number) < index ? [`${number} has two rows`] : [])),
    ...rows.flatMap((row) => faultsOf(root, ids, row).map((fault) => `${row.number} ${fault}`)),
  ].map((problem) => `${document}: ${problem}`)
}

interface Row {
  readonly number: string
  readonly chapter: number
  readonly cells: readonly string[]
}

/** Reads a line, which is about one requirement, or about several that are answered alike: `| 4.3.1, 4.3.2 | …`. */
function readRow(line: string, chapter: number): readonly Row[] {
  const parts = line.split(/(?<!\\)\|/).slice(1, -1)
  const cells = parts.map((cell) => cell.trim())
  return (cells[0] ?? '').split(', ').map((number) => ({ number, chapter, cells }))
}

function faultsOf(root: string, ids: TestIds, { number, chapter, cells }: Row): readonly string[] {
  const [, meaning = '', status = '', how = '', proof = ''] = cells
  if (cells.length !== 5 || meaning === '') return ['is no row of five cells']
  if (!number.startsWith(`${chapter}.`)) return [`is in chapter ${chapter}`]
  if (!statuses.includes(status)) return [`has the status "${status}"; there are: ${statuses.join(', ')}`]
  if (how.length < (status === 'held' ? 1 : shortestReason)) return [`is "${status}" without a reason`]
  if (proof === '–') return status.startsWith('not ') ? [] : [`is "${status}" by nothing`]
  const tests = idsInCell(proof)
  if (tests !== undefined) return tests.flatMap((id) => brokenId(ids, id) ?? [])
  const file = /^`([^`]+)`$/.exec(proof)?.[1] ?? proof
  return existsSync(join(root, file)) ? [] : [`names neither tests by their ids nor a file: ${proof}`]
}
