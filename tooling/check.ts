import { parseArgs } from 'node:util'
import { checkTypes } from './runners/types.ts'
import { runTool, type ToolResult } from './runners/tool.ts'

// `npm run check` looks at everything; `npm run check -- packages/client` shows only the findings in those paths.
const { values, positionals: paths } = parseArgs({
  options: { 'without-pages': { type: 'boolean', default: false } },
  allowPositionals: true,
})

interface Check {
  readonly title: string
  run(): Promise<ToolResult>
  /** A check that looks at the whole, whose findings carry a path each. Absent: the check takes paths itself. */
  readonly wholeRepository?: true
  /** Takes longer than all others. */
  readonly isLong?: true
}

const node = (script: string) => runTool(process.execPath, ['--disable-warning=ExperimentalWarning', script])

const checks: readonly Check[] = [
  { title: 'format', run: () => runTool('oxfmt', ['--check', ...paths]) },
  { title: 'lint', run: () => runTool('oxlint', ['--type-aware', '--deny-warnings', ...paths]) },
  { title: 'types', run: checkTypes, wholeRepository: true },
  { title: 'unused', run: () => runTool('knip', ['--no-progress']), wholeRepository: true },
  { title: 'architecture', run: () => node('tooling/check-architecture.ts'), wholeRepository: true },
  { title: 'patterns', run: () => node('tooling/check-patterns.ts'), wholeRepository: true, isLong: true },
  { title: 'lockfile', run: () => node('tooling/check-lockfile.ts'), wholeRepository: true },
  { title: 'locales', run: () => node('tooling/check-locales.ts'), wholeRepository: true },
  { title: 'documents', run: () => node('tooling/check-documents.ts'), wholeRepository: true },
  { title: 'bundles', run: checkBundles, wholeRepository: true },
]

async function checkBundles(): Promise<ToolResult> {
  if (values['without-pages']) return { code: 1, output: 'the account pages could not be built (see above)' }
  return node('tooling/check-bundles.ts')
}

/** Keeps the lines of a finding-per-line output that concern the given paths. */
function narrowed({ code, output }: ToolResult): ToolResult {
  if (code === 0 || paths.length === 0) return { code, output }
  const lines = output.split('\n').filter((line) => paths.some((path) => line.includes(path.replace(/\/+$/, ''))))
  return { code: lines.length === 0 ? 0 : code, output: lines.join('\n') }
}

let failures = 0
// The longest first: two run at a time, and the others fit beside it.
const waiting = checks.toSorted((a, b) => Number(b.isLong === true) - Number(a.isLong === true))
await Promise.all([runWaiting(), runWaiting()])
console.log(`\n${checks.length - failures} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0

/** Runs one waiting check after another, until none waits. */
async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) report(check, await timed(check))
}

async function timed(check: Check): Promise<ToolResult & { readonly seconds: string }> {
  const started = performance.now()
  const result = check.wholeRepository === true ? narrowed(await check.run()) : await check.run()
  return { ...result, seconds: ((performance.now() - started) / 1000).toFixed(1) }
}

function report({ title }: Check, { code, output, seconds }: Awaited<ReturnType<typeof timed>>): void {
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`)
  if (code === 0) return
  failures += 1
  console.log(output.trim().replaceAll(/^/gm, '    '))
}
