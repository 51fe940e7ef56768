import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printed } from './checks/finding.ts'
import { listFiles } from './checks/source-tree.ts'
import { differences, lowered, type Allowance } from './checks/vocabulary/compare-allowance.ts'
import { areaOf, retiredWordsIn } from './checks/vocabulary/vocabulary.ts'
import { root } from './runners/tool.ts'

// Without arguments: compares with the allowance. With paths: lists the findings there. `--fix` lowers the allowance.
const { values, positionals: paths } = parseArgs({
  options: { fix: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const allowanceFile = join(root, 'tooling/checks/vocabulary/allowance.json')
const fewestFiles = 1000

const files = listFiles(root)
const findings = retiredWordsIn(root, files)
if (paths.length > 0) {
  const folders = paths.map((path) => path.replace(/\/+$/, ''))
  const here = findings.filter(({ path }) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`) || areaOf(path) === folder),
  )
  for (const finding of here) console.log(printed(finding))
  console.log(`${here.length} uses of retired words`)
} else {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place that reads the file it writes
  const allowance = JSON.parse(readFileSync(allowanceFile, 'utf8')) as Allowance
  const allowed = values.fix ? lowered(findings, allowance) : allowance
  if (values.fix) writeFileSync(allowanceFile, `${JSON.stringify(allowed, undefined, 2)}\n`)
  const faults = differences(findings, allowed)
  for (const fault of faults) console.log(printed(fault))
  if (files.length < fewestFiles) console.log(`only ${files.length} files were looked at`)
  console.log(`${files.length} files: ${findings.length} uses of retired words, ${faults.length} objections`)
  process.exitCode = faults.length > 0 || files.length < fewestFiles ? 1 : 0
}
