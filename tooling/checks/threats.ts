import { brokenId, idsInCell, type TestIds } from './test-ids.ts'

const model = 'docs/reference/threat-model.md'
const fewestAttacks = 40

/** Attacks of the threat model, given as its text, that name no test, or one that is not there. Empty if all is well. */
export function unheldAttacks(text: string, ids: TestIds): readonly string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| attack'))
  const problems = rows.flatMap((row) => {
    const named = idsInCell(/^\|.*\|.*\| (.+) \|$/.exec(row)?.[1] ?? '')
    if (named === undefined) return [`${model}: no test is named by its id (\`@login-4\`) in: ${row}`]
    return named.flatMap((id) => brokenId(ids, id) ?? []).map((broken) => `${model}: ${broken}: ${row}`)
  })
  return rows.length < fewestAttacks ? [...problems, `${model}: only ${rows.length} attacks were seen`] : problems
}
