import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkArchitecture } from './architecture.ts'
import { printed } from './finding.ts'

async function objections(files: Readonly<Record<string, string>>, atLeast = 0): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-architecture-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return checkArchitecture(root, { modules: atLeast, arrows: atLeast }).findings.map(printed)
}

test('imports that go down are fine, and words in comments and strings are none', async () => {
  const files = {
    'apps/gateway/src/main.ts': `import { a } from '@gatehouse/identity/service'\nimport './edge.ts'`,
    'packages/identity/src/service.ts': `import type { Flow } from '@gatehouse/contract/flow'\nimport ajv from 'ajv'`,
    'packages/identity/src/service.test.ts': `import { movableClock } from '@gatehouse/testing/clock'`,
    'packages/identity/src/a.ts': `// import '@gatehouse/client/client'\nexport const a = "import '@gatehouse/client/client'"`,
    'packages/contract/src/flow.ts': `export const flow = 1`,
  }
  expect(await objections(files)).toEqual([])
})

const client = `'@gatehouse/client/client'`

test.each([
  ['upwards', 'packages/identity/src/a.ts', `\nimport { x } from ${client}`, ':2 identity must not import client'],
  ['of a type', 'packages/contract/src/a.ts', `import type { x } from ${client}`, 'contract must not import client'],
  ['at run time', 'packages/design/src/a.tsx', `void import(${client})`, 'design must not import client'],
  ['passed on', 'apps/cli/src/a.ts', `export { x } from '@gatehouse/identity/y'`, 'cli must not import identity'],
  ['by a relative path', 'apps/account/app/a.ts', `import '../../../packages/identity/src/a.ts'`, 'by a relative path'],
  ['out of bounds', 'packages/identity/src/a.ts', `import React from 'react'`, 'identity must never import react'],
  ['not granted', 'packages/design/src/a.tsx', `import { z } from 'zod'`, 'design must not import zod'],
])('an import %s is found', async (_, path, text, expected) => {
  expect(await objections({ [path]: text })).toEqual([expect.stringContaining(expected)])
})

test('imports that close a circle of folders are found, types too, tests aside @architecture-2', async () => {
  const root = 'packages/identity/src'
  const found = await objections({
    [`${root}/flows/run.ts`]: `import { oidc } from '../strategies/oidc/index.ts'`,
    [`${root}/strategies/oidc/index.ts`]: `import { a } from '../../sessions/a.ts'\nimport { b } from '../../messages/b.ts'`,
    [`${root}/sessions/a.ts`]: `import type { Flow } from '../flows/model/flow.ts'`,
    [`${root}/flows/model/flow.ts`]: 'export const a = 1',
    [`${root}/messages/b.ts`]: 'export const b = 1',
    [`${root}/messages/b.test.ts`]: `import { a } from '../sessions/a.ts'`,
  })
  expect(found).toEqual([
    `${root}/flows/run.ts:1 folders form a circle: flows → strategies, and strategies leads back to flows`,
    `${root}/sessions/a.ts:1 folders form a circle: sessions → flows, and flows leads back to sessions`,
    `${root}/strategies/oidc/index.ts:1 folders form a circle: strategies → sessions, and sessions leads back to strategies`,
  ])
})

test('a look at nothing is no success', async () => {
  expect(await objections({ 'README.md': 'x' }, 5)).toEqual([expect.stringContaining('saw only 0 modules')])
})
