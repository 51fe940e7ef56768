import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { printed } from './finding.ts'
import { readModule } from './source-tree.ts'
import { wholeContexts } from './whole-contexts.ts'

function looked(path: string, text: string) {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-contexts-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  const { parts, findings } = wholeContexts(root, [readModule(root, path)])
  return { parts, findings: findings.map(printed) }
}

const step = 'packages/identity/src/flows/login/run.ts'

test.each([
  ['a parameter', 'export const f = (context: FlowContext) => context'],
  ['an argument of another type', 'export const f: Step<FlowContext> = () => undefined'],
  ['all but a part', `export const f = (context: Omit<FlowContext, 'csrf'>) => context`],
  ['the context of a strategy', 'export const f = (context: OidcContext) => context'],
])('the whole context as %s is found', (_, text) => {
  expect(looked(step, text)).toEqual({ parts: 0, findings: [expect.stringContaining('takes the whole')] })
})

test('parts of a context are counted, and it may be whole in the module that builds it', () => {
  const text = `export const f = (a: Pick<FlowContext, 'csrf'>, b: FlowContext['flows']) => [a, b]`
  expect(looked(step, text)).toEqual({ parts: 2, findings: [] })
  const built = 'export const context: OidcContext = make()'
  expect(looked('packages/identity/src/self-service.ts', built)).toEqual({ parts: 0, findings: [] })
})
