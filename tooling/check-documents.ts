import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { unheldRequirements } from './checks/asvs.ts'
import { cryptographyOutsideInventory } from './checks/cryptography.ts'
import { documents, updated } from './documents/documents.ts'
import { unexplainedDependencies } from './checks/dependency-reasons.ts'
import { readTestIds } from './checks/test-ids.ts'
import { unheldAttacks } from './checks/threats.ts'
import { root } from './runners/tool.ts'

// `node tooling/check-documents.ts --fix` after a change of a table that a document is drawn from.
const { values } = parseArgs({ options: { fix: { type: 'boolean', default: false } } })

const problems: string[] = []
for (const document of documents) {
  const file = join(root, document.path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const fresh = updated(document, text)
  if (fresh === text) continue
  if (values.fix) writeFileSync(file, fresh)
  else problems.push(`${document.path} is not what its table says: node tooling/check-documents.ts --fix`)
}
const ids = readTestIds(root)
problems.push(...ids.doubles.map((id) => `More than one test has the id @${id}`))
problems.push(...unexplainedDependencies(root))
problems.push(...unheldAttacks(readFileSync(join(root, 'docs/reference/threat-model.md'), 'utf8'), ids))
problems.push(...unheldRequirements(root, readFileSync(join(root, 'docs/reference/asvs.md'), 'utf8'), ids))
problems.push(...cryptographyOutsideInventory(root))
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
