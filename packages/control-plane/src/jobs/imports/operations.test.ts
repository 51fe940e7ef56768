import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostImportBytes } from '@gatehouse/contract/operators'

import type { ProjectAdmin } from '../../model/project-host.ts'
import { createTestControlPlane, type TestControlPlane } from '../../service.fixture.ts'
import { changeStored, countOf } from '../../sql/tested-database.fixture.ts'

/** A busy machine needs this much time. */
const polling = { timeout: 60_000 }

const schema = {
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: { email: { type: 'string', format: 'email' }, name: { type: 'string', title: 'Full name' } },
      required: ['email'],
    },
  },
}

/** The emails that the project's identity service was sent, batch by batch. */
const batches: string[][] = []
/** Runs before a batch is answered. */
let meanwhile = async (): Promise<unknown> => undefined

interface Batch {
  readonly identities: readonly { readonly create: { readonly traits: { readonly email: string } }; patch_id: string }[]
}

async function admin(method: string, path: string, about: { readonly body?: string } = {}): Promise<Response> {
  if (path.startsWith('/schemas')) return Response.json([{ id: 'person', schema }])
  if (method !== 'PATCH') return Response.json({ error: { code: 404, reason: 'none' } }, { status: 404 })
  const { identities } = JSON.parse(about.body ?? '') as Batch
  await meanwhile()
  batches.push(identities.map(({ create }) => create.traits.email))
  return Response.json({
    identities: identities.map(({ patch_id: patchId }) => ({
      action: 'create',
      identity: crypto.randomUUID(),
      patch_id: patchId,
    })),
  })
}

let plane: TestControlPlane
let projectId = ''
let imports = ''
beforeAll(async () => {
  plane = await createTestControlPlane(undefined, { admin })
  const shop = { name: 'Shop', environment: 'dev', workspace_id: plane.workspaceId }
  projectId = (await plane.call('POST', '/projects', shop)).body.id
  imports = `/projects/${projectId}/imports`
})
afterAll(() => plane.plane.stop())

async function handIn(content: BodyInit, query = '', key = plane.rootKey) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
  const init = { method: 'POST', headers, body: content, duplex: 'half' } as const
  const answer = await plane.plane.fetch(new Request(`http://localhost:4456${imports}${query}`, init))
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const jobs = () => `/projects/${projectId}/jobs`
const stateOf = async (id: string) => (await plane.call('GET', `${jobs()}/${id}`)).body.state

test('a table is uploaded, checked, mapped, imported as a job, and removed afterwards @imports-1', async () => {
  const table = 'E-mail;Full name;Hash\nada@example.org;Ada;$2b$secret\nno address;Grace;\n'
  const made = await handIn(table, '?file_name=people.csv&schema_id=person')
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      file_name: 'people.csv',
      format: 'csv',
      schema_id: 'person',
      columns: [
        { name: 'E-mail', samples: ['ada@example.org', 'no address'] },
        { name: 'Full name', target: 'traits.name', samples: ['Ada', 'Grace'] },
        { name: 'Hash', target: 'password_hash', samples: ['…', '…'] },
      ],
    },
  ])
  const one = `${imports}/${made.body.id}`
  const twice = await plane.call('PATCH', one, { targets: ['traits.name', 'traits.name', ''] })
  expect([twice.status, twice.body.error.details]).toEqual([400, { columns: [1] }])
  const mapped = await plane.call('PATCH', one, { targets: ['traits.email', 'traits.name', ''] })
  expect(mapped.body.columns.map(({ target }: { target: string }) => target)).toEqual([
    'traits.email',
    'traits.name',
    '',
  ])
  const checked = await plane.call('GET', `${one}/check`)
  expect(checked.body).toMatchObject({
    fine: 1,
    faulty: 1,
    faults: [{ line: 3, reason: 'Email: is not an email address', problems: [{ field: 'Email', rule: 'email' }] }],
  })
  expect((await plane.call('GET', imports)).body.imports).toHaveLength(1)

  batches.length = 0
  const started = await plane.call('POST', `${one}/start`)
  expect([started.status, started.body]).toMatchObject([201, { kind: 'import', started_by: expect.any(String) }])
  await expect.poll(() => stateOf(started.body.id), polling).toBe('done')
  expect(batches.flat()).toEqual(['ada@example.org'])
  const report = await plane.call('GET', `${jobs()}/${started.body.id}/report`)
  expect(String(report.body)).toContain('"line":2')
  expect(String(report.body)).toContain('"result":"refused","reason":"Email: is not an email address"')
  expect((await plane.call('GET', `${jobs()}/${started.body.id}/report?format=csv`)).body).toContain('line')
  expect((await plane.call('GET', one)).status).toBe(404)
  expect((await plane.call('GET', jobs())).body.jobs).toMatchObject([{ id: started.body.id, import_id: null }])
  const { entries } = (await plane.call('GET', `/projects/${projectId}/audit`)).body
  const operations = entries.map(({ operation }: { operation: string }) => operation)
  expect(operations.slice(0, 4)).toEqual(['batchPatchIdentities', 'startImport', 'updateImport', 'createImport'])
})

test('a job that is stopped keeps its file, and is started again @imports-2', async () => {
  const lines = Array.from({ length: 250 }, (_, index) =>
    JSON.stringify({ schema_id: 'person', traits: { email: `many-${index}@example.org` } }),
  ).join('\n')
  const { body: staged } = await handIn(lines)
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  meanwhile = async () => {
    reached.resolve()
    await goOn.promise
  }
  const { body: job } = await plane.call('POST', `${imports}/${staged.id}/start`)
  await reached.promise
  expect((await plane.call('POST', `${jobs()}/${job.id}/stop`)).status).toBe(200)
  goOn.resolve()
  meanwhile = async () => undefined
  await expect.poll(() => stateOf(job.id), polling).toBe('stopped')
  expect((await plane.call('GET', `${jobs()}/${job.id}`)).body).toMatchObject({ done: 100, import_id: staged.id })
  const again = (await plane.call('POST', `${imports}/${staged.id}/start`)).body
  await expect.poll(() => stateOf(again.id), polling).toBe('done')
})

test('a file without people is refused by name, and nothing of it is kept @imports-3', async () => {
  const latin1 = new Uint8Array([0x65, 0x0a, 0xe9, 0x0a])
  const cases = [
    ['', 400, 'empty'],
    [latin1, 400, 'not_utf8'],
    ['\n\n', 400, 'no_columns'],
  ] as const
  for (const [content, code, fault] of cases) {
    const refused = await handIn(content)
    expect([refused.status, refused.body.error.details]).toEqual([code, { fault }])
  }
  expect((await handIn('{}', '?schema_id=robot')).status).toBe(400)
  expect((await plane.call('GET', imports)).body.imports).toEqual([])
})

test('a file beyond 32 MiB is refused while it arrives, whatever length it announces @imports-4', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1_048_576
      controller.enqueue(new Uint8Array(1_048_576).fill(97))
    },
  })
  const refused = await handIn(endless)
  expect([refused.status, refused.body.error.details]).toEqual([413, { fault: 'too_large' }])
  expect(sent).toBeLessThan(mostImportBytes + 16 * 1_048_576)
  expect((await plane.call('GET', imports)).body.imports).toEqual([])
})

test('an incomplete upload is refused as such, and nothing of it is kept @imports-5', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"traits"')),
    pull: (controller) => controller.error(new Error('reset')),
  })
  const refused = await handIn(broken)
  expect([refused.status, refused.body.error.reason]).toEqual([400, expect.stringContaining('broke off')])
  expect((await plane.call('GET', imports)).body.imports).toEqual([])
  expect(plane.failures).toEqual([])
})

test('an import of one project is none of another @imports-6', async () => {
  const { body: staged } = await handIn('{"schema_id":"person","traits":{"email":"x@example.org"}}')
  const other = { name: 'Other', environment: 'dev', workspace_id: plane.workspaceId }
  const { body: project } = await plane.call('POST', '/projects', other)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/check'],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/start'],
  ] as const) {
    const body = method === 'PATCH' ? {} : undefined
    const answer = await plane.call(method, `/projects/${project.id}/imports/${staged.id}${path}`, body)
    expect([method, path, answer.status]).toEqual([method, path, 404])
  }
  expect((await plane.call('DELETE', `${imports}/${staged.id}`)).status).toBe(204)
})

test('work ends as failed once its caller’s key is revoked, with the reason @imports-7', async () => {
  const lines = Array.from({ length: 120 }, (_, index) =>
    JSON.stringify({ schema_id: 'person', traits: { email: `late-${index}@example.org` } }),
  ).join('\n')
  const keys = `/projects/${projectId}/tokens`
  const { body: key } = await plane.call('POST', keys, { name: 'k', role: 'developer' })
  const { body: staged } = await handIn(lines, '', key.value)
  meanwhile = () => plane.call('DELETE', `${keys}/${key.id}`)
  const { body: job } = await plane.call('POST', `${imports}/${staged.id}/start`, undefined, key.value)
  await expect.poll(() => stateOf(job.id), polling).toBe('failed')
  meanwhile = async () => undefined
  expect((await plane.call('GET', `${jobs()}/${job.id}`)).body).toMatchObject({
    done: 100,
    failure: expect.stringContaining('revoked'),
    import_id: staged.id,
  })
})

test('deleted accounts need no action @imports-9', async () => {
  const { body: accounts } = await plane.call('POST', jobs(), { action: 'delete', identity_ids: [crypto.randomUUID()] })
  await expect.poll(() => stateOf(accounts.id), polling).toBe('done')
  expect((await plane.call('GET', `${jobs()}/${accounts.id}`)).body.counts).toEqual({ nothing_to_do: 1 })
})

test('a third job at once is refused by name @imports-8', async () => {
  const goOn = Promise.withResolvers<void>()
  meanwhile = () => goOn.promise
  const begin = async (index: number) => {
    const { body } = await handIn(`{"schema_id":"person","traits":{"email":"busy-${index}@example.org"}}`)
    return plane.call('POST', `${imports}/${body.id}/start`)
  }
  const running = [await begin(1), await begin(2)]
  const third = await begin(3)
  expect([third.status, third.body.error.id]).toEqual([403, 'quota_exceeded'])
  goOn.resolve()
  for (const { body } of running) await expect.poll(() => stateOf(body.id), polling).toBe('done')
})

test('another process continues an import after the batch that was under way, and creates no account twice @imports-10', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-imports-'))
  /** People without an identifier: only their ids show that they exist. */
  const created = new Set<string>()
  const anybody = { properties: { traits: { type: 'object' } } }
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let batchesTaken = 0
  const service: ProjectAdmin['ask'] = async (method, path, { body } = {}) => {
    if (path.startsWith('/schemas')) return Response.json([{ id: 'person', schema: anybody }])
    const id = path.split('/').at(-1) ?? ''
    if (method !== 'PATCH') {
      const identity = { id, schema_id: 'person', schema_url: 'http://localhost/schemas/person', traits: {} }
      return created.has(id) ? Response.json(identity) : Response.json({ error: { code: 404 } }, { status: 404 })
    }
    batchesTaken += 1
    const identities = (
      JSON.parse(body ?? '') as { identities: { create: { id: string }; patch_id: string }[] }
    ).identities.map(({ create, patch_id: patchId }) => {
      if (created.has(create.id)) return { action: 'error', patch_id: patchId, error: { code: 409 } }
      created.add(create.id)
      return { action: 'create', identity: create.id, patch_id: patchId }
    })
    if (batchesTaken === 2) {
      // The process ends before it gets the answer.
      reached.resolve()
      await goOn.promise
    }
    return Response.json({ identities })
  }
  const first = await createTestControlPlane(folder, { admin: service })
  const shop = { name: 'Shop', environment: 'dev', workspace_id: first.workspaceId }
  const { id: project } = (await first.call('POST', '/projects', shop)).body
  const lines = Array.from({ length: 250 }, () => '{"schema_id":"person","traits":{}}').join('\n')
  const headers = { authorization: `Bearer ${first.rootKey}`, 'content-type': 'application/jsonl' }
  const url = `http://localhost:4456/projects/${project}/imports`
  const staged = await (await first.plane.fetch(new Request(url, { method: 'POST', headers, body: lines }))).json()
  const job = (await first.call('POST', `/projects/${project}/imports/${staged.id}/start`)).body
  await reached.promise
  // It renews its lease no longer.
  await changeStored(join(folder, 'control-plane.sqlite'), "UPDATE jobs SET holder = 'ended'")

  const second = await createTestControlPlane(folder, { admin: service })
  const path = `/projects/${project}/jobs/${job.id}`
  const state = async () => (await second.call('GET', path, undefined, first.rootKey)).body
  await expect.poll(async () => (await state()).state, polling).toBe('done')
  goOn.resolve()
  expect(await state()).toMatchObject({ done: 250, total: 250, counts: { created: 250 }, import_id: null })
  expect(created.size).toBe(250)
  const report = String((await second.call('GET', `${path}/report`, undefined, first.rootKey)).body)
    .trim()
    .split('\n')
  expect(new Set(report.map((line) => JSON.parse(line).line)).size).toBe(250)
  await first.plane.stop()
  await second.plane.stop()
})

test('an import that is started at two processes at once is one job, which both of them answer @imports-17', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-imports-'))
  const goOn = Promise.withResolvers<void>()
  const service: ProjectAdmin['ask'] = async (method, path, about) => {
    if (method === 'PATCH') await goOn.promise
    return admin(method, path, about)
  }
  const [one, other] = [
    await createTestControlPlane(folder, { admin: service }),
    await createTestControlPlane(folder, { admin: service }),
  ]
  const path = `/projects/${one.projectId}/imports`
  const person = '{"schema_id":"person","traits":{"email":"once@example.org"}}'
  const headers = { authorization: `Bearer ${one.rootKey}`, 'content-type': 'application/jsonl' }
  const upload = new Request(`http://localhost:4456${path}`, { method: 'POST', headers, body: person })
  const staged = await (await one.plane.fetch(upload)).json()
  const answers = await Promise.all([one, other].map(({ call }) => call('POST', `${path}/${staged.id}/start`)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
  const { entries } = (await other.call('GET', `/projects/${one.projectId}/audit`)).body
  expect(entries.filter(({ operation }: { operation: string }) => operation === 'startImport')).toHaveLength(1)
  goOn.resolve()
  const jobPath = `/projects/${one.projectId}/jobs`
  await expect
    .poll(async () => (await other.call('GET', jobPath)).body.jobs, polling)
    .toMatchObject([{ state: 'done' }])
  for (const { plane: each } of [one, other]) await each.stop()
})

test('a file is handed in, changed and removed in the transaction of its audit entry @imports-19', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-imports-'))
  const other = await createTestControlPlane(folder, { admin })
  const rename = (from: string, to: string) =>
    changeStored(join(folder, 'control-plane.sqlite'), `ALTER TABLE ${from} RENAME TO ${to}`)
  const path = `/projects/${other.projectId}/imports`
  const people = '{"user_id":"auth0|1","email":"ada@example.org"}'
  const hand = async (at: string, body = people) => {
    const headers = { authorization: `Bearer ${other.rootKey}`, 'content-type': 'application/jsonl' }
    const answer = await other.plane.fetch(new Request(`http://localhost:4456${at}`, { method: 'POST', headers, body }))
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  const { body: staged } = await hand(`${path}?source=auth0`)
  const state = async () => (await other.call('GET', path)).body
  const before = await state()
  await rename('audit_log', 'audit_log_away')
  const refused = [
    await hand(`${path}?source=auth0`),
    await hand(`${path}/${staged.id}/files`, '{"_id":1,"passwordHash":"h"}'),
    await other.call('PATCH', `${path}/${staged.id}`, { source: 'keycloak' }),
    await other.call('DELETE', `${path}/${staged.id}`),
  ]
  expect(refused.map(({ status }) => status)).toEqual([500, 500, 500, 500])
  expect(await state()).toEqual(before)
  expect(await countOf(folder, 'imports')).toBe(1)
  await rename('audit_log_away', 'audit_log')
  await other.plane.stop()
})
