import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { brokenId, idsInCell, type TestIds } from '../test-ids.ts'
import { chapters, requirements } from './requirements.ts'

const document = 'docs/reference/asvs.md'
const statuses = ['held', 'operator', 'not applicable', 'not yet'] as const
type Status = (typeof statuses)[number]

/** A reason shorter than this says nothing. Characters. */
const shortestReason = 8

/**
 * Returns the faults of docs/reference/asvs.md, given as its text: numbers, statuses, reasons and proofs. Empty if all is well.
 */
export function unheldRequirements(root: string, text: string, ids: TestIds): readonly string[] {
  const parts = text.split(/^## /m).slice(1)
  const headings = chapters.map((title, index) => `V${index + 1} ${title}`)
  const found = parts.map((part) => part.split('\n', 1)[0] ?? '')
  const wrongHeadings = headings.join('\n') === found.join('\n') ? [] : ['the chapters are not those of the standard']
  const rows = parts.flatMap((part, index) =>
    part.split('\n').flatMap((line) => (/^\| [\d., ]+ \|/.test(line) ? readRows(line, index + 1) : [])),
  )
  const seen = new Map<string, number>()
  for (const { number } of rows) seen.set(number, (seen.get(number) ?? 0) + 1)
  const known = new Set(requirements.map(({ number }) => number))
  return [
    ...wrongHeadings,
    ...requirements.flatMap(({ number }) => (seen.has(number) ? [] : [`${number} has no row`])),
    ...[...seen].flatMap(([number, times]) => (times > 1 ? [`${number} has ${times} rows`] : [])),
    ...[...seen.keys()].flatMap((number) => (known.has(number) ? [] : [`${number} is no requirement of level 1 or 2`])),
    ...rows.flatMap((row) => faultsOf(root, ids, row).map((fault) => `${row.number} ${fault}`)),
  ].map((problem) => `${document}: ${problem}`)
}

interface Row {
  readonly number: string
  readonly chapter: number
  readonly cells: readonly string[]
}

/**
 * Reads the rows of a line, which is about one requirement, or about several that are answered alike: `| 4.3.1, 4.3.2 |
 * …`.
 */
function readRows(line: string, chapter: number): readonly Row[] {
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
  return (cells[0] ?? '').split(', ').map((number) => ({ number, chapter, cells }))
}

function faultsOf(root: string, ids: TestIds, { number, chapter, cells }: Row): readonly string[] {
  const [, meaning = '', status = '', how = '', proof = ''] = cells
  if (cells.length !== 5) return ['is no row of five cells']
  if (!number.startsWith(`${chapter}.`)) return [`stands in chapter ${chapter}`]
  if (meaning === '') return ['does not say what is asked for']
  if (!isStatus(status)) return [`has the status "${status}"; there are: ${statuses.join(', ')}`]
  if (status !== 'held' && how.length < shortestReason) return [`is "${status}" without a reason`]
  if (how === '') return ['does not say how']
  const mayLackProof = status === 'not applicable' || status === 'not yet'
  if (proof === '–') return mayLackProof ? [] : [`is "${status}" by nothing`]
  const tests = idsInCell(proof)
  if (tests !== undefined) return tests.flatMap((id) => brokenId(ids, id) ?? [])
  const file = /^`([^`]+)`$/.exec(proof)?.[1]
  if (file === undefined) return [`names neither tests by their ids nor a file: ${proof}`]
  return existsSync(join(root, file)) ? [] : [`${file} does not exist`]
}

function isStatus(text: string): text is Status {
  return statuses.some((status) => status === text)
}
