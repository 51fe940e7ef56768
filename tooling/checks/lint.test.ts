import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root, runTool } from '../runners/tool.ts'

/** Returns the rules that the configuration of lint says these files break, without those that need types. */
async function broken(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rules = readFileSync(join(root, '.oxlintrc.json'), 'utf8').replace('"typeAware": true', '"typeAware": false')
  for (const [path, text] of Object.entries({ ...files, '.oxlintrc.json': rules })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { output } = await runTool('oxlint', ['--format=unix'], { folder })
  return [...output.matchAll(/\[Error\/(.+)\]/g)].map(([, rule = '']) => rule).toSorted()
}

test.each([
  ['packages/identity/src/a.ts', `import { request } from 'node:http'\nrequest()`, 'no-restricted-imports'],
  ['packages/control-plane/src/a.ts', `import { connect } from 'node:net'\nconnect()`, 'no-restricted-imports'],
  ['packages/control-plane/src/a.ts', `await import('undici')`, 'no-restricted-imports'],
  ['packages/http/src/a.ts', 'export const send = globalThis.fetch', 'no-restricted-properties'],
  ['packages/identity/src/a.ts', `await fetch('https://x.example')`, 'no-restricted-globals'],
])('a connection past the address guard is refused: %s %s @architecture-1', async (path, text, rule) => {
  expect(await broken({ [path]: text })).toEqual([`eslint(${rule})`])
})

test('tables and types of connecting modules are fine, and so are tests and the platform itself', async () => {
  const files = {
    'packages/identity/src/a.ts': `export { STATUS_CODES } from 'node:http'\nexport { isIP } from 'node:net'`,
    'packages/identity/src/b.ts': `export type { Socket } from 'node:net'\nexport type F = typeof globalThis.fetch`,
    'packages/identity/src/a.test.ts': `export { createServer } from 'node:http'`,
    'packages/platform/src/outbound/agent.ts': `export { Agent } from 'undici'`,
  }
  expect(await broken(files)).toEqual([])
})

test('the environment is read in config only, files have 400 lines at most and form no circle', async () => {
  const read = `export const port = process.env['PORT']`
  const files = {
    'packages/config/src/a.ts': read,
    'apps/gateway/src/a.ts': read,
    'packages/http/src/long.ts': `export const a = 1\n${'// line\n'.repeat(400)}`,
    'packages/http/src/b.ts': `import type { C } from './c.ts'\nexport type B = C | 1`,
    'packages/http/src/c.ts': `import type { B } from './b.ts'\nexport type C = B[]`,
  }
  expect(await broken(files)).toEqual([
    'eslint(max-lines)',
    'import(no-cycle)',
    'import(no-cycle)',
    'node(no-process-env)',
  ])
})
