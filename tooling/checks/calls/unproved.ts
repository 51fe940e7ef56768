import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallPart } from './all-calls.ts'
import { brokenId, type TestIds } from '../test-ids.ts'
import type { CallRow, Evidence, ProvingTest } from './call.ts'

const fewestCalls = 100

/** Calls without a test, without a maker or a reason, and files, texts and tests that are not there. Empty if all is well. */
export function unprovedCalls(
  root: string,
  ids: TestIds,
  parts: readonly CallPart[],
  named: readonly string[],
): readonly string[] {
  const rows = parts.flatMap((part) => part.rows)
  const known = new Set(rows.map(({ call }) => call))
  return [
    ...rows.flatMap((row) =>
      problemsOf(root, ids, row).map((problem) => `docs/reference/calls.md: ${row.call}: ${problem}`),
    ),
    ...named
      .filter((call) => !known.has(call))
      .map((call) => `docs/reference/calls.md: ${call} is no call of the client`),
    ...(rows.length < fewestCalls ? [`docs/reference/calls.md: only ${rows.length} calls were seen`] : []),
  ]
}

function problemsOf(root: string, ids: TestIds, { makers, reason, tests }: CallRow): readonly string[] {
  return [
    ...(tests.length === 0 ? ['no test is named (tooling/checks/calls)'] : []),
    ...(makers.length === 0 && !reason ? ['nobody makes it, and no reason is given'] : []),
    ...(makers.length > 0 && reason ? ['has both a maker and a reason for having none'] : []),
    ...makers.flatMap(({ evidence }) => evidence.flatMap((one) => missingEvidence(root, one))),
    ...tests.flatMap((test) => missingTest(root, ids, test)),
  ]
}

function missingEvidence(root: string, { file, says }: Evidence): readonly string[] {
  const text = textOf(root, file)
  if (text === undefined) return [`${file} does not exist`]
  return says !== '' && text.includes(says) ? [] : [`${file} does not say "${says}"`]
}

function missingTest(
  root: string,
  ids: TestIds,
  { id, row, table = ids.fileOf.get(id) }: ProvingTest,
): readonly string[] {
  const broken = brokenId(ids, id)
  if (broken !== undefined) return [broken]
  if (row === undefined || table === undefined) return []
  const rows = textOf(root, table) ?? ''
  return new RegExp(`\\b${row}\\b['"]?(?:\\(|:|,)`).test(rows) ? [] : [`${table} has no row "${row}"`]
}

function textOf(root: string, file: string): string | undefined {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
