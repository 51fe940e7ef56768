import { cp, mkdtemp, readdir, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { describe, expect, onTestFinished, test } from 'vitest'

import { createJsonnet, JsonnetFault } from './jsonnet.ts'
import { lacksJsonnet } from './jsonnet.fixture.ts'

const evaluateJsonnet = createJsonnet()

describe.skipIf(lacksJsonnet)('a program', () => {
  test('gets its values, and gives JSON', async () => {
    const program = 'function(ctx) { sum: ctx.a + std.extVar("b").c, "quoted": "\\"" }'
    expect(await evaluateJsonnet(program, { b: { c: 2 } }, { ctx: { a: 40 } })).toEqual({ sum: 42, quoted: '"' })
  })

  test('cannot be changed by its values @jsonnet-1', async () => {
    const hostile = '"}; error "broken'
    expect(await evaluateJsonnet('std.extVar("v")', { v: { text: hostile, none: undefined } })).toEqual({
      text: hostile,
    })
  })

  test.each([
    ['fails', 'error "no"', 'RUNTIME ERROR: no'],
    ['is none', '{', 'STATIC ERROR'],
    ['runs in circles', 'local f(x) = f(x); f(1)', 'max stack frames exceeded'],
    ['never ends', 'local f(n) = if n == 0 then 0 else f(n - 1) tailstrict; f(1e12)', 'too long, or too much memory'],
    ['fills the memory', 'std.length(std.join("", std.makeArray(1e9, function(i) "xxxxxxxx")))', 'too much memory'],
    ['gives too much', 'std.join("", std.makeArray(110000, function(i) "xxxxxxxxxx"))', 'the result is too long'],
  ])('that %s is a fault, and the next one works @jsonnet-2', async (_what, program, reason) => {
    const thrown = await evaluateJsonnet(program, {}).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(JsonnetFault)
    expect(String(thrown)).toContain(reason)
    expect(await evaluateJsonnet('1', {})).toBe(1)
  })

  test.each(['importstr "/etc/hostname"', "(import'/etc/x')", 'local a = importbin "/etc/x"; a', '{a:1,b:import"x"}'])(
    'reads no file: %s @jsonnet-3',
    async (program) => {
      await expect(evaluateJsonnet(program, {})).rejects.toThrow('they read no files')
    },
  )

  test('may use words that only look like it', async () => {
    expect(await evaluateJsonnet('{ important: 1, reimport: "imported" }', {})).toEqual({
      important: 1,
      reimport: 'imported',
    })
  })
})

const source = fileURLToPath(new URL('..', import.meta.url))
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** A copy of this package on a machine that has every dependency but the optional one. */
async function copyWithoutEngine(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-without-jsonnet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(source, join(folder, 'src'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(modules)) {
    if (name !== '@hanazuki') await symlink(join(modules, name), join(folder, 'node_modules', name))
  }
  return folder
}

const configuration = {
  identity: { schemas: [{ id: 'default', url: `base64://${btoa('{"type":"object"}')}` }] },
  secrets: { default: ['a-secret-of-sixteen'] },
  selfservice: {
    methods: {
      oidc: {
        enabled: true,
        config: {
          providers: [
            { id: 'google', provider: 'google', client_id: 'x', mapper_url: `base64://${btoa('{identity: {}}')}` },
          ],
        },
      },
    },
  },
}

test('without the engine the configuration says which program needs it, and what to install', async () => {
  const folder = await copyWithoutEngine()
  const script = `
    import { parseIdentityConfig } from './src/configuration/load.ts'
    await parseIdentityConfig(${JSON.stringify(configuration)}).then(
      () => console.log('loaded'),
      (error) => console.log(error.message),
    )`
  await writeFile(join(folder, 'load.ts'), script)
  const { stdout } = await promisify(execFile)(process.execPath, ['load.ts'], { cwd: folder })
  expect(stdout).toContain('selfservice.methods.oidc.config.providers.0.mapper_url is written in Jsonnet')
  expect(stdout).toContain('install cmake and a C++ compiler, then run "npm run jsonnet"')
})
