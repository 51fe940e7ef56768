import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkArchitecture } from './architecture.ts'
import { printed } from './finding.ts'

// In pieces, so that the check does not object to its own test.
const [workFolder, homeFolder, unfinishedMark] = ['work', 'home', ['TO', 'DO'].join('')]

const folders: string[] = []
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

async function objections(files: Readonly<Record<string, string>>, atLeast = 0): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-architecture-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return checkArchitecture(root, atLeast).findings.map(printed)
}

test('imports that go down are fine', async () => {
  const files = {
    'apps/gateway/src/main.ts': `import { a } from '@gatehouse/identity/service'\nimport './edge.ts'`,
    'packages/identity/src/service.ts': `import type { Flow } from '@gatehouse/contract/flow'\nimport ajv from 'ajv'`,
    'packages/identity/src/service.test.ts': `import { movableClock } from '@gatehouse/testing/clock'`,
    'packages/contract/src/flow.ts': `export const flow = 1`,
  }
  expect(await objections(files)).toEqual([])
})

test.each([
  [
    'upwards',
    'packages/identity/src/a.ts',
    `\nimport { x } from '@gatehouse/client/client'`,
    ':2 identity must not import client',
  ],
  [
    'of a type as well',
    'packages/contract/src/a.ts',
    `import type { x } from '@gatehouse/client/client'`,
    'contract must not import client',
  ],
  [
    'at run time',
    'packages/design/src/a.tsx',
    `void import('@gatehouse/contract/flow')`,
    'design must not import contract',
  ],
  ['passed on', 'apps/cli/src/a.ts', `export { x } from '@gatehouse/identity/y'\nx()`, 'cli must not import identity'],
  [
    'by a relative path',
    'apps/account/app/a.ts',
    `import '../../../packages/identity/src/a.ts'`,
    'reaches into identity by a relative path',
  ],
  [
    'of a package out of bounds',
    'packages/identity/src/a.ts',
    `import React from 'react'`,
    'identity must never import react',
  ],
  ['of a package not granted', 'packages/design/src/a.tsx', `import { z } from 'zod'`, 'design must not import zod'],
])('an import %s is found', async (_, path, text, expected) => {
  expect((await objections({ [path]: text })).join('\n')).toContain(path)
  expect((await objections({ [path]: text })).join('\n')).toContain(expected)
})

test('words in comments and strings are no imports', async () => {
  const text = `// import '@gatehouse/client/client'\nexport const a = "import x from '@gatehouse/client/client'; process.env"`
  expect(await objections({ 'packages/identity/src/a.ts': text })).toEqual([])
})

test('layers in a circle are found', async () => {
  const found = await objections({
    'packages/http/src/a.ts': `import '@gatehouse/config/b'`,
    'packages/config/src/b.ts': `import '@gatehouse/http/a'`,
  })
  expect(found.join('\n')).toContain('layers form a circle: http → config → http')
})

test('modules in a circle are found, even if one only takes a type', async () => {
  const found = await objections({
    'packages/http/src/a.ts': `import { b } from './b.ts'`,
    'packages/http/src/b.ts': `import { c } from './inner/c.ts'`,
    'packages/http/src/inner/c.ts': `import type { A } from '../a.ts'`,
    'packages/http/src/d.ts': `import { a } from './a.ts'`,
  })
  const circle = ['a.ts', 'b.ts', 'inner/c.ts', 'a.ts'].map((file) => `packages/http/src/${file}`).join(' → ')
  expect(found).toEqual([expect.stringContaining(`modules form a circle: ${circle}`)])
})

test('a server package is found on its way into a page, over any number of modules', async () => {
  const found = await objections({
    'apps/account/app/page.tsx': `import { a } from './middle.ts'\nimport { b } from './safe.server.ts'`,
    'apps/account/app/middle.ts': `import { c } from '@gatehouse/i18n/texts'`,
    'packages/i18n/package.json': JSON.stringify({
      name: '@gatehouse/i18n',
      exports: { './texts': './src/entry/texts.ts' },
    }),
    'packages/i18n/src/entry/texts.ts': `export { c } from '../files.ts'`,
    'apps/account/app/safe.server.ts': `import { x } from '@gatehouse/client/client'\nimport 'node:fs'`,
    'packages/i18n/src/files.ts': `import { readFileSync } from 'node:fs'\nexport const c = readFileSync`,
  })
  expect(found).toEqual([
    'packages/i18n/src/files.ts:1 browser code must not import node:fs (reached by apps/account/app/page.tsx → apps/account/app/middle.ts → packages/i18n/src/entry/texts.ts → packages/i18n/src/files.ts)',
  ])
  const client = await objections({ 'apps/account/app/page.tsx': `import { x } from '@gatehouse/client/client'` })
  expect(client).toEqual(['apps/account/app/page.tsx:1 browser code must not import @gatehouse/client/client'])
})

test('the environment is read in config only', async () => {
  const text = `export const port = process.env['PORT']`
  expect(await objections({ 'packages/config/src/a.ts': text })).toEqual([])
  expect(await objections({ 'apps/gateway/src/a.ts': text })).toEqual([
    'apps/gateway/src/a.ts:1 reads process.env outside of config',
  ])
})

test('long modules and styles, empty names and barrels are found', async () => {
  const long = 'export const a = 1\n'.repeat(1) + '// line\n'.repeat(400)
  const found = await objections({
    'packages/http/src/long.ts': long,
    'packages/http/src/long.test.ts': long,
    'packages/contract/src/message-catalogue.ts': long,
    'apps/console/app/long.module.css': '.a { color: red; }\n'.repeat(401),
    'apps/console/app/short.module.css': '.a { color: red; }\n'.repeat(400),
    'packages/http/src/utils/a.ts': 'export const a = 1',
    'packages/http/src/doors.ts': `export * from './long.ts'`,
  })
  expect(found).toEqual([
    'packages/http/src/doors.ts only passes on the names of other modules; import those directly',
    'apps/console/app/long.module.css has 401 lines; 400 is the limit',
    'packages/http/src/long.ts has 401 lines; 400 is the limit',
    'packages/http/src/utils/a.ts "utils" does not say what is inside',
  ])
})

test('a pattern in exports, an entry that leads nowhere or is not used, and an import past the entries are found', async () => {
  const manifest = (name: string, exports: Readonly<Record<string, string>>) =>
    JSON.stringify({ name, exports, private: true })
  const found = await objections({
    // A published package may be imported by others.
    'packages/session/package.json': JSON.stringify({ name: '@gatehouse/session', exports: { '.': './src/index.ts' } }),
    'packages/session/src/index.ts': 'export const session = 1',
    'packages/http/package.json': manifest('@gatehouse/http', { './*': './src/*.ts' }),
    'packages/client/package.json': manifest('@gatehouse/client', {
      './client': './src/entry/client.ts',
      './gone': './src/gone.ts',
      './unused': './src/unused.ts',
    }),
    'packages/client/src/entry/client.ts': `export { client } from '../client.ts'`,
    'packages/client/src/client.ts': 'export const client = 1',
    'packages/client/src/unused.ts': 'export const unused = 1',
    'apps/account/app/a.server.ts': `import '@gatehouse/client/client'\nimport '@gatehouse/client/entry/client'`,
  })
  expect(found).toEqual([
    'apps/account/app/a.server.ts:2 @gatehouse/client/entry/client is no entry of packages/client/package.json; import one of its exports',
    'packages/client/package.json exports @gatehouse/client/gone, which leads to no file: ./src/gone.ts',
    'packages/client/package.json exports @gatehouse/client/unused, which no other package imports',
    'packages/http/package.json exports @gatehouse/http/*; name each entry',
  ])
})

test('more than eight entries, and one that passes on everything, are found', async () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`./e${index}`, `./src/entry/e${index}.ts`]))
  const files = (count: number) => ({
    'packages/http/package.json': JSON.stringify({ name: '@gatehouse/http', exports: named(count) }),
    'packages/http/src/a.ts': 'export const a = 1',
    ...Object.fromEntries(
      Object.values(named(count)).map((path) => [
        `packages/http/${path.slice(2)}`,
        path.endsWith('e0.ts') ? `export * from '../a.ts'` : `export { a } from '../a.ts'`,
      ]),
    ),
    'apps/gateway/src/b.ts': Object.keys(named(count))
      .map((entry) => `import '@gatehouse/http${entry.slice(1)}'`)
      .join('\n'),
  })
  const everything = 'packages/http/src/entry/e0.ts:1 passes on everything of another module; name what goes out'
  expect(await objections(files(8))).toEqual([everything])
  expect(await objections(files(9))).toEqual([
    'packages/http/package.json exports 9 entries; 8 is the limit',
    everything,
  ])
})

test('a service that is made outside of compose is found; its types and its tests are fine', async () => {
  const made = `import { createIdentityService } from '@gatehouse/identity/service'\ncreateIdentityService()`
  const found = await objections({
    'apps/gateway/src/compose.ts': made,
    'apps/gateway/src/compose/site.ts': made,
    'apps/gateway/src/projects/runtime.ts': made,
    'apps/gateway/src/projects/runtime.test.ts': made,
    'apps/gateway/src/projects/types.ts': `import type { IdentityService } from '@gatehouse/identity/service'`,
    'apps/gateway/src/edge/proxy.ts': `import { createReverseProxy } from '@gatehouse/http/proxy'`,
  })
  expect(found).toEqual([
    'apps/gateway/src/edge/proxy.ts:1 makes a service (createReverseProxy); compose makes it and hands it over',
    'apps/gateway/src/projects/runtime.ts:1 makes a service (createIdentityService); compose makes it and hands it over',
  ])
})

test('six lines that stand in identity and control plane alike are found, whatever imports and comments say', async () => {
  const lines = Array.from({ length: 6 }, (_, index) => `export const value${index} = ${index}`)
  const files = (count: number) => ({
    'packages/identity/src/a.ts': `import '@gatehouse/contract/flow'\n${lines.join('\n')}\n`,
    'packages/control-plane/src/b.ts': `// other words\n\n  ${lines.slice(0, count).join('\n  /** why */\n  ')}\n`,
  })
  expect(await objections(files(5))).toEqual([])
  expect(await objections(files(6))).toEqual([
    'packages/control-plane/src/b.ts:3 has 6 lines of packages/identity/src/a.ts:2; what both need belongs to packages/platform or packages/contract',
  ])
})

test('texts that mean nothing to a stranger are found', async () => {
  const found = await objections({
    'README.md': 'See [the guide](docs/guide.md), [gone](docs/gone.md) and https://x.example/y.md\n',
    'docs/guide.md': `Put it in /${workFolder}/elsewhere. ${unfinishedMark}: more.\nUse /${homeFolder}/ada/x, not \`/work\`.\n`,
  })
  expect(found).toEqual([
    'README.md:1 names a document that does not exist: docs/gone.md',
    'docs/guide.md:1 is marked as unfinished',
    `docs/guide.md:1 names a folder of one machine: /${workFolder}/elsewhere`,
    `docs/guide.md:2 names a folder of one machine: /${homeFolder}/ada/x`,
  ])
})

test('a look at nothing is no success', async () => {
  expect((await objections({ 'README.md': 'x' }, 5)).join('\n')).toContain('the check saw only 0 modules')
})

test.each([
  ['packages/identity/src/a.ts', `import { request } from 'node:http'\nrequest`, ':1 opens connections with node:http'],
  ['packages/identity/src/a.ts', `import { isIP, connect } from 'node:net'`, 'opens connections with node:net'],
  ['packages/control-plane/src/a.ts', `import * as https from 'node:https'`, 'opens connections with node:https'],
  ['packages/control-plane/src/a.ts', `void import('undici')`, 'opens connections with undici'],
  ['packages/identity/src/a.ts', `export const send = globalThis.fetch`, 'takes globalThis.fetch'],
])('a connection past the address guard is objected to: %s @architecture-1', async (path, text, message) => {
  expect(await objections({ [path]: text })).toEqual([expect.stringContaining(message)])
})

test('tables and types of connecting modules are fine, and so are tests and the platform itself', async () => {
  const files = {
    'packages/identity/src/a.ts': `import { STATUS_CODES } from 'node:http'\nimport { isIP } from 'node:net'`,
    'packages/identity/src/b.ts': `import type { Socket } from 'node:net'\nexport type F = typeof globalThis.fetch`,
    'packages/identity/src/a.test.ts': `import { createServer } from 'node:http'`,
    'packages/platform/src/outbound/agent.ts': `import { Agent } from 'undici'`,
  }
  expect(await objections(files)).toEqual([])
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
  expect(found.filter((line) => line.includes('circle'))).toEqual([
    `${root}/flows/run.ts:1 folders form a circle: flows → strategies, and strategies leads back to flows`,
    `${root}/sessions/a.ts:1 folders form a circle: sessions → flows, and flows leads back to sessions`,
    `${root}/strategies/oidc/index.ts:1 folders form a circle: strategies → sessions, and sessions leads back to strategies`,
  ])
})

test('a look that saw no folders is no success', async () => {
  expect((await objections({ 'packages/identity/src/service.ts': 'export const a = 1' }, 1)).join('\n')).toContain(
    'the check saw only 0 arrows between folders',
  )
})
