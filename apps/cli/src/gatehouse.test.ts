import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '@gatehouse/testing/free-port'
import { startIdentityService } from '@gatehouse/testing/identity-process'
import type { IdentityProcess } from '@gatehouse/testing/identity-process'

const program = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url))

const personSchema = {
  $id: 'https://gatehouse.example/person.json',
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          'ory.sh/kratos': { credentials: { password: { identifier: true } } },
        },
      },
      required: ['email'],
    },
  },
}

function configuration(folder: string, publicPort: number, adminPort: number): object {
  return {
    dsn: `sqlite://${join(folder, 'identity.sqlite')}`,
    serve: {
      public: { base_url: `http://127.0.0.1:${publicPort}/`, host: '127.0.0.1', port: publicPort },
      admin: { base_url: `http://127.0.0.1:${adminPort}/`, host: '127.0.0.1', port: adminPort },
    },
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(personSchema)).toString('base64')}` }],
    },
    selfservice: {
      default_browser_return_url: 'http://127.0.0.1/',
      methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } } },
      flows: { registration: { after: { password: { hooks: [{ hook: 'session' }] } } } },
    },
    secrets: { default: ['a-secret-of-at-least-16'], cookie: ['a-secret-of-at-least-16'] },
  }
}

let folder: string
let service: IdentityProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const configFile = join(folder, 'kratos.yml')
  await writeFile(configFile, JSON.stringify(configuration(folder, publicPort, adminPort)))
  service = await startIdentityService({
    configFile,
    dev: true,
    publicUrl: `http://127.0.0.1:${publicPort}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
  })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

interface Result {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

function gatehouse(person: string, args: readonly string[], input = '', url = service.publicUrl): Promise<Result> {
  const own = ['--url', url, '--session-file', join(folder, `${person}.json`)]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args, ...own], (error, output, complaint) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, complaint })
    })
    child.stdin?.end(`${input}\n`)
  })
}

const email = 'ada@example.com'
const password = 'correct horse 7 battery'

test('an account from the terminal: register, look, list, sign out, sign in again', async () => {
  const registered = await gatehouse(
    'ada',
    ['register', '--field', `traits.email=${email}`, '--password-stdin'],
    password,
  )
  expect(registered).toMatchObject({ code: 0, output: expect.stringContaining('You are signed in.') })

  const me = await gatehouse('ada', ['whoami', '--json'])
  expect(JSON.parse(me.output)).toMatchObject({ active: true, identity: { traits: { email } } })

  const elsewhere = await gatehouse('ada-2', ['login', '--field', `identifier=${email}`, '--password-stdin'], password)
  expect(elsewhere).toMatchObject({ code: 0, output: expect.stringContaining('Signed in') })
  const others = JSON.parse((await gatehouse('ada', ['sessions', '--json'])).output)
  expect(others).toHaveLength(1)
  expect((await gatehouse('ada', ['sessions', '--revoke-others'])).output).toContain('Ended 1 other')
  expect(await gatehouse('ada-2', ['whoami'])).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('has ended'),
  })

  expect((await gatehouse('ada', ['logout'])).output).toContain('Signed out')
  expect(await gatehouse('ada', ['whoami'])).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('Try: gatehouse login'),
  })
})

test('a wrong password is refused in words, with nothing kept', async () => {
  const refused = await gatehouse('eve', ['login', '--field', `identifier=${email}`, '--password-stdin'], 'guess')
  expect(refused.code).toBe(1)
  expect(refused.complaint).toMatch(/credentials|password/i)
  expect(refused.complaint).not.toContain('    at ')
  expect((await gatehouse('eve', ['whoami'])).code).toBe(1)
})

test('a service that is not there is said in words', async () => {
  const [nobody = 0] = await freePorts(1)
  const { code, complaint } = await gatehouse('ada', ['login'], '', `http://127.0.0.1:${nobody}`)
  expect(code).toBe(1)
  expect(complaint).toContain(`The identity service at http://127.0.0.1:${nobody} did not answer.`)
  expect(complaint).not.toContain('    at ')
})
