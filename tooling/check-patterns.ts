import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { patternsOf, verdictOf } from './checks/backtracking.ts'
import { printed } from './checks/finding.ts'
import { isModule, listFiles } from './checks/source-tree.ts'
import { root } from './runners/tool.ts'

/** Verdicts of earlier runs by pattern: to judge all of them takes half a minute. They may be deleted at any time. */
const memory = join(root, 'node_modules/.cache/gatehouse/patterns.json')
const fewest = { files: 1_500, patterns: 350 }

/** Tells whether a file runs on visitors' texts. Builds, tests and servers for tests only see texts of our own. */
const isProduct = (path: string) =>
  /^(?:apps|packages)\//.test(path) &&
  !/^packages\/testing\/|^apps\/gateway\/bundle\/|\.(?:test|fixture)\./.test(path) &&
  (isModule(path) || path.endsWith('.js'))

const read = listFiles(root)
  .filter(isProduct)
  .map((path) => patternsOf(path, readFileSync(join(root, path), 'utf8')))
const patterns = read.flatMap((file) => file.patterns)

const { version } = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8')) as {
  version: string
}
const known = remembered()
const verdicts = new Map<string, string>()
const findings = read.flatMap((file) => file.findings)
for (const pattern of patterns) {
  const key = `${version} counted /${pattern.source}/${pattern.flags}`
  const verdict = verdicts.get(key) ?? known[key] ?? verdictOf(pattern)
  verdicts.set(key, verdict)
  if (verdict === 'safe') continue
  const { path, line, source, flags } = pattern
  findings.push({ path, line, message: `/${source}/${flags} ${verdict}` })
}
mkdirSync(join(memory, '..'), { recursive: true })
writeFileSync(memory, JSON.stringify(Object.fromEntries(verdicts)))

for (const finding of findings) console.log(printed(finding))
console.log(`${patterns.length} patterns in ${read.length} files, ${findings.length} findings`)
const hasSeen = read.length >= fewest.files && patterns.length >= fewest.patterns
if (!hasSeen) console.log('too few were seen: does the check still look at the right folders?')
process.exitCode = findings.length > 0 || !hasSeen ? 1 : 0

function remembered(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(memory, 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
