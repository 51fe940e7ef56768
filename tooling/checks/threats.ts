import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenProof } from './named-test.ts'

const model = 'docs/threat-model.md'
const fewestAttacks = 40

/** Attacks of the threat model that name no test, or a test that is not in its file. Empty if all is well. */
export function unheldAttacks(root: string): readonly string[] {
  const rows = readFileSync(join(root, model), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| attack'))
  const problems = rows.flatMap((row) => {
    const [, file, name] = /^\|.*\|.*\| `([^`]+)`: (.+) \|$/.exec(row) ?? []
    if (file === undefined || name === undefined) return [`${model}: no test is named in: ${row}`]
    const broken = brokenProof(root, { file, title: name })
    return broken === undefined ? [] : [`${model}: ${broken}`]
  })
  return rows.length < fewestAttacks ? [...problems, `${model}: only ${rows.length} attacks were seen`] : problems
}
