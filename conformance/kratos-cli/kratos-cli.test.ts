import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startGateway, kratosProgram } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { kratos } from '../engines/kratos.ts'
import { serve } from '../engines/serve.ts'

/** The field's own command line, `kratos`, against the admin API of each service. */

interface Target {
  readonly adminUrl: string
  readonly schemaId: string
  stop(): Promise<unknown>
}

const targets: Readonly<Record<string, () => Promise<Target>>> = {
  'Ory Kratos 1.3.1': async () => ({ ...(await kratos.start('main')), schemaId: 'account' }),
  'gatehouse identity serve': async () => ({ ...(await serve.start('main')), schemaId: 'account' }),
  'the gateway': async () => {
    const gateway = await startGateway()
    return { adminUrl: gateway.adminOrigin, schemaId: 'person', stop: () => gateway.stop() }
  },
}

interface Result {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

const missing = await kratosProgram.missing()
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing)

describe.skipIf(missing !== undefined).each(Object.entries(targets))('kratos against %s', (_name, start) => {
  let program = ''
  let folder = ''
  let target: Target
  beforeAll(async () => {
    program = await kratosProgram.path()
    await kratos.prepare()
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-kratos-cli-'))
    target = await start()
  })
  afterAll(async () => {
    await target.stop()
    await rm(folder, { recursive: true })
  })

  const run = (...args: readonly string[]): Promise<Result> =>
    new Promise((resolve) => {
      const environment = { PATH: process.env['PATH'], HOME: folder, SQA_OPT_OUT: 'true' }
      const all = [...args, '--endpoint', target.adminUrl]
      execFile(program, all, { env: environment, timeout: 60_000 }, (error, output, complaint) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, complaint })
      })
    })

  const person = (email: string) => ({
    schema_id: target.schemaId,
    traits: { email, name: { first: 'Ada' } },
    metadata_public: { plan: 'pro' },
    verifiable_addresses: [{ value: email, verified: true, via: 'email', status: 'completed' }],
  })

  const file = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify(content))
    return path
  }

  test('validates files against the schema of the service', async () => {
    const good = await file('good.json', [person('ada@example.org')])
    const bad = await file('bad.json', { ...person('ada@example.org'), traits: { name: 5 } })
    expect(await run('validate', 'identity', good)).toMatchObject({
      code: 0,
      output: expect.stringContaining('are valid'),
    })
    const refused = await run('validate', 'identity', bad)
    expect(refused.code).not.toBe(0)
    expect(refused.complaint).toContain('not valid')
  })

  test('imports, lists page by page, reads and deletes', async () => {
    const emails = ['one', 'two', 'three'].map((name) => `${name}@example.org`)
    const imported = await run(
      'import',
      'identities',
      await file('people.json', emails.map(person)),
      '--format',
      'json',
    )
    expect(imported).toMatchObject({ code: 0 })
    const ids: readonly string[] = JSON.parse(imported.output).map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(3)

    const again = await run('import', 'identities', await file('one.json', person('one@example.org')))
    expect(again.code).not.toBe(0)
    expect(again.complaint).toContain('conflict')

    const listed: string[] = []
    for (let token: string | undefined = ''; token !== undefined;) {
      const page = await run('list', 'identities', '--format', 'json', '--page-size', '2', '--page-token', token)
      expect(page).toMatchObject({ code: 0 })
      const { identities, next_page_token: next } = JSON.parse(page.output)
      for (const { id } of identities) listed.push(String(id))
      token = next === '' || next === undefined ? undefined : String(next)
    }
    expect(listed).toEqual(expect.arrayContaining([...ids]))
    expect(new Set(listed).size).toBe(listed.length)

    const [first = '', second = '', third = ''] = ids
    const read = await run('get', 'identity', first, '--format', 'json')
    expect(JSON.parse(read.output)).toMatchObject({
      id: first,
      schema_id: target.schemaId,
      metadata_public: { plan: 'pro' },
      verifiable_addresses: [{ verified: true }],
      credentials: { password: {} },
    })
    const table = await run('get', 'identity', first, second)
    expect(table).toMatchObject({ code: 0, output: expect.stringContaining(second) })

    expect(await run('delete', 'identity', first, second, third)).toMatchObject({ code: 0 })
    const gone = await run('get', 'identity', first)
    expect(gone.code).not.toBe(0)
    expect(gone.complaint).toMatch(/locate the resource|no such resource/)
  })

  test('says which version answers, and that it is there', async () => {
    expect(await run('remote', 'version')).toMatchObject({ code: 0, output: expect.stringContaining('VERSION') })
    expect(await run('remote', 'status')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/ALIVE\s+true\s+READY\s+true/),
    })
  })

  test('with credentials of providers', async () => {
    const linked = {
      ...person('linked@example.org'),
      credentials: { oidc: { config: { providers: [{ provider: 'corp', subject: 's-1' }] } } },
    }
    const imported = await run('import', 'identities', await file('linked.json', linked), '--format', 'json')
    const { id } = JSON.parse(imported.output)
    const read = await run('get', 'identity', String(id), '--include-credentials', 'oidc', '--format', 'json')
    const { providers } = JSON.parse(read.output).credentials.oidc.config
    expect(providers).toEqual([expect.objectContaining({ provider: 'corp', subject: 's-1' })])
  })
})
