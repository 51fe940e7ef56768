/**
 * Plants one wrong line at a time and tells which lane of tests finds it, and by which test. No part of any run:
 * `node tooling/planted-faults.ts [--lane landing|rest] [--only NAME]… [--list]`, in a checkout without changes.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { laneVariable, type Lane } from './lanes.ts'
import { checks } from './runners/checks.ts'
import { journeys } from './runners/journeys.ts'
import type { Outcome } from './runners/tally.ts'
import { root, runTool } from './runners/tool.ts'
import { unit } from './runners/unit.ts'

/** One wrong line: `right` occurs once in the file. */
interface PlantedFault {
  readonly name: string
  readonly file: string
  readonly right: string
  readonly wrong: string
}

const identity = 'packages/identity/src'
const controlPlane = 'packages/control-plane/src'

/** TABLE: the faults, spread over every layer. */
// prettier-ignore
const faults: readonly PlantedFault[] = [
  { name: 'a check left out', file: `${identity}/flows/login/steps.ts`,
    right: '[requireCsrfToken,    true,   false, true ]', wrong: '[requireCsrfToken,    false,  false, false]' },
  { name: 'a comparison turned', file: `${identity}/sessions/manager.ts`,
    right: 'session.expiresAt - settings.earliestPossibleExtendMs > now', wrong: 'session.expiresAt - settings.earliestPossibleExtendMs < now' },
  { name: 'a wider tolerance', file: `${identity}/strategies/totp/key.ts`,
    right: 'timestamp: now, window: 1', wrong: 'timestamp: now, window: 10' },
  { name: 'a header forgotten', file: 'packages/http/src/security-headers.ts',
    right: "  ['x-frame-options', 'DENY'],\n", wrong: '' },
  { name: 'a foreign site let in', file: 'packages/http/src/request.ts',
    right: "site !== null && site !== 'same-origin'", wrong: "site !== null && site === 'cross-site'" },
  { name: 'an address of the inner network', file: 'packages/platform/src/outbound/reach.ts',
    right: "parsed.range() !== 'unicast'", wrong: "parsed.range() === 'loopback'" },
  { name: 'a statement without its project', file: `${controlPlane}/model/job-store.ts`,
    right: '`SELECT ${columns} FROM jobs WHERE project_id = ? AND id = ?`', wrong: '`SELECT ${columns} FROM jobs WHERE ? IS NOT NULL AND id = ?`' },
  { name: 'a role too many', file: 'packages/contract/src/control-plane/permissions.ts',
    right: 'createWorkspaceApiKey:                   { owner: true, developer: false,', wrong: 'createWorkspaceApiKey:                   { owner: true, developer: true, ' },
  { name: 'a secret in a list', file: `${controlPlane}/access/redacted.ts`,
    right: "({ ...one, subject: '', body: '' })", wrong: '({ ...one })' },
  { name: 'a detour that is lost', file: 'apps/account/app/flow-page/detours/read-answer.server.ts',
    right: "return { kind: 'replace', flowId, status: 410 }", wrong: "return { kind: 'replace', flowId, status: 200 }" },
  { name: 'a token that is not sent', file: 'packages/client/src/exchange.ts',
    right: "headers.set('X-Session-Token', credentials.sessionToken)", wrong: "headers.set('X-Session', credentials.sessionToken)" },
  { name: 'a field that is not required', file: 'packages/flow-form/src/field-node.tsx',
    right: ", 'aria-required': (!validate && required) || undefined }", wrong: ' }' },
  { name: 'a control without its label', file: 'packages/design/src/language-menu.tsx',
    right: ' aria-label={label}\n', wrong: ' data-label={label}\n' },
  { name: 'a wait that is not told', file: `${identity}/limits/refusal.ts`,
    right: "headers: { 'retry-after': String(seconds) }", wrong: 'headers: {}' },
  { name: 'a word of a translation', file: 'locales/de/login.json',
    right: '"organization.title": ', wrong: '"organization.titel": ' },
]

const { values } = parseArgs({
  options: {
    lane: { type: 'string', default: 'landing' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
  },
})
const chosen = faults.filter(({ name }) => values.only?.includes(name) ?? true)
const unplaced = chosen.filter(({ file, right }) => readFileSync(join(root, file), 'utf8').split(right).length !== 2)
if (unplaced.length > 0) throw new Error(`Its line is not there once: ${unplaced.map(({ name }) => name).join(', ')}`)
if (values.list) console.log(chosen.map(({ name, file }) => `${name}: ${file}`).join('\n'))
else await plantAll(values.lane === 'rest' ? 'rest' : 'landing')

async function plantAll(lane: Lane): Promise<void> {
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root }).length > 0) {
    throw new Error('There are changes: commit them first, since each fault is taken back by writing the file.')
  }
  process.env[laneVariable] = lane
  process.env['GATEHOUSE_TESTED'] = 'bundle'
  const found: string[] = []
  for (const fault of chosen) {
    const file = join(root, fault.file)
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(fault.right, () => fault.wrong),
    )
    try {
      found.push(`| ${fault.name} | ${fault.file} | ${await finder()} |`)
    } finally {
      writeFileSync(file, text)
    }
    console.log(found.at(-1))
  }
  await runTool(process.execPath, ['tooling/run.mjs', 'build'])
  console.log(`\n| fault | file | found by (${lane}) |\n|---|---|---|\n${found.join('\n')}`)
}

/** Returns the first way that finds a fault: tests that import the file, a check, every test of the code, a journey. */
async function finder(): Promise<string> {
  const first = ({ notPassed = [], failed }: Outcome) =>
    notPassed.find(({ outcome }) => outcome === 'failed')?.name ?? (failed > 0 ? 'the run itself' : undefined)
  // What finds most of them, in the shortest time, comes first.
  const ways: Readonly<Record<string, () => Promise<string | undefined>>> = {
    // Some of them ask built pages.
    async related() {
      await runTool(process.execPath, ['tooling/run.mjs', 'build'])
      return first(await unit.run({ paths: ['--bail=1'], since: 'HEAD' }))
    },
    check: async () => first(await checks.run({ paths: [] })),
    unit: async () => first(await unit.run({ paths: ['--bail=1'] })),
    journey: async () => first(await journeys.run({ paths: ['--max-failures=1'] })),
  }
  for (const [way, look] of Object.entries(ways)) {
    const by = await look()
    if (by !== undefined) return `${way}: ${by}`
  }
  return 'nothing'
}
