import { expect, onTestFinished, test } from 'vitest'

import type { HostedProject } from '../model/project-host.ts'
import { createTestControlPlane } from '../service.fixture.ts'
import { openTested } from '../sql/tested-database.fixture.ts'

const rename = (value: string) => [{ op: 'replace', path: '/name', value }]

/** Two control planes with one database; a change of either is published to both. */
async function twoProcesses(given: Parameters<typeof createTestControlPlane>[1] = {}) {
  const first = await createTestControlPlane(undefined, given)
  const second = await createTestControlPlane(first.folder)
  const both = [first, second]
  for (const { host } of both) {
    host.publish = async () => void (await Promise.all(both.map(({ plane }) => plane.catchUp())))
  }
  // A start knows all that is stored, and runs it.
  await Promise.all(both.map(({ plane }) => plane.catchUp()))
  onTestFinished(async () => void (await Promise.all(both.map(({ plane }) => plane.stop()))))
  const { rootKey } = first
  const call = (at: number, method: string, path: string, body?: unknown) =>
    (both[at % 2] ?? first).call(method, path, body, rootKey)
  return { first, second, both, call }
}

test('every process runs what is stored, however many change the same projects at once @following-1', async () => {
  const { both, call } = await twoProcesses()
  const made = await Promise.all(
    Array.from({ length: 4 }, (_, at) => call(at, 'POST', '/projects', { name: `Shop ${at}`, environment: 'dev' })),
  )
  const ids = made.map(({ body }) => String(body.id))
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => call(at, 'PATCH', `/projects/${ids[at % 3]}`, rename(`Name ${at}`))),
  )
  // A change that meets another one is repeated a few times.
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
  expect((await call(1, 'DELETE', `/projects/${ids[3]}`)).status).toBeLessThan(300)
  for (const { call: ask, running, rootKey } of both) {
    const stored = (await ask('GET', '/projects', undefined, rootKey)).body
    const shown = stored.map(({ id, name }: { readonly id: string; readonly name: string }) => [id, name])
    const runs = [...running.values()].map(({ id, name }) => [id, name])
    expect(new Set(runs.map(String))).toEqual(new Set(shown.map(String)))
    expect(running.has(ids[3] ?? '')).toBe(false)
  }
})

test('a project is opened by other processes once its data exist, and none runs it when they are moved @following-2', async () => {
  const opening = Promise.withResolvers<void>()
  const { first, second, call } = await twoProcesses({
    opening: async ({ name }) => (name === 'Shop' ? opening.promise : undefined),
  })
  const making = call(0, 'POST', '/projects', { name: 'Shop', environment: 'dev' })
  const idOf = async () => {
    const projects: readonly { readonly id: string; readonly name: string }[] = (
      await second.call('GET', '/projects', undefined, first.rootKey)
    ).body
    return projects.find(({ name }) => name === 'Shop')?.id
  }
  await expect.poll(idOf).toBeDefined()
  await second.plane.catchUp()
  const id = (await idOf()) ?? ''
  expect([second.running.has(id), await second.plane.haltedProjects()]).toEqual([false, 0])
  opening.resolve()
  expect((await making).status).toBe(201)
  expect([first.running.has(id), second.running.has(id)]).toEqual([true, true])

  const moved = { ...first.host }
  first.host.remove = async (...given) => {
    expect(second.running.has(id)).toBe(false)
    return moved.remove(...given)
  }
  await call(0, 'DELETE', `/projects/${id}`)
  expect(first.removed).toEqual([id])
})

test('a database that was restored from an older backup is followed from its beginning @following-3', async () => {
  const { first, second, call } = await twoProcesses()
  const path = `/projects/${first.projectId}`
  await call(0, 'PATCH', path, rename('Kept'))
  await call(0, 'PATCH', path, rename('Lost'))
  expect(second.running.get(first.projectId)?.name).toBe('Lost')
  const database = openTested(`${first.folder}/control-plane.sqlite`)
  await database.durable(async () => {
    await database.prepare("UPDATE projects SET name = 'Kept'").run()
    await database.prepare('UPDATE project_changes SET number = 1').run()
  })
  database.close()
  const before = await second.plane.catchUp()
  expect([before, second.running.get(first.projectId)?.name]).toEqual([1, 'Kept'])
  await call(0, 'PATCH', path, rename('After'))
  expect(second.running.get(first.projectId)?.name).toBe('After')
})

test('a changed configuration that a process cannot run is not served there, and does not stop the others @following-4', async () => {
  const { first, second, call } = await twoProcesses()
  const [shop, office] = await Promise.all(
    ['Shop', 'Office'].map(async (name) =>
      String((await call(0, 'POST', '/projects', { name, environment: 'dev' })).body.id),
    ),
  )
  const before = { ...second.host }
  second.host.open = (project) =>
    project.id === shop ? Promise.reject(new Error('no memory is left')) : before.open(project)
  expect((await call(0, 'PATCH', `/projects/${shop}`, rename('Shop 2'))).status).toBe(200)
  expect((await call(0, 'PATCH', `/projects/${office}`, rename('Office 2'))).status).toBe(200)
  expect([second.running.has(shop ?? ''), second.running.get(office ?? '')?.name]).toEqual([false, 'Office 2'])
  expect(second.failures).toMatchObject([{ text: 'a project cannot run with its changed configuration' }])
  expect(first.running.get(shop ?? '')?.name).toBe('Shop 2')
})

test('two projects whose cookies are changed to the same name at two processes at once do not both get it @following-5', async () => {
  const { both, first, call } = await twoProcesses()
  const shop = String((await call(0, 'POST', '/projects', { name: 'Shop', environment: 'dev' })).body.id)
  const nameOf = ({ identityConfig }: HostedProject) => JSON.stringify(identityConfig?.['session'])
  const compared = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  for (const [at, { host, running }] of both.entries()) {
    const before = { ...host }
    host.apply = async (project) => {
      const isTaken = [...running.values()].some(
        (other) => other.id !== project.id && nameOf(other) === nameOf(project),
      )
      // Both processes have compared before either stores its change.
      compared[at]?.resolve()
      await Promise.all(compared.map(({ promise }) => promise))
      return isTaken ? { kind: 'refused', faults: ['session.cookie.name is taken'] } : before.apply(project)
    }
  }
  const cookie = [{ op: 'add', path: '/services/identity/config/session', value: { cookie: { name: 'shared' } } }]
  const answers = await Promise.all(
    [first.projectId, shop].map((id, at) => call(at, 'PATCH', `/projects/${id}`, cookie)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
})

test('a document that was read again is applied in every process, and by other changes it is not @following-6', async () => {
  const { first, second, call } = await twoProcesses()
  first.fixing.by = { session: { lifespan: '2h' } }
  await first.plane.reread()
  const applied: string[] = []
  const before = { ...second.host }
  second.host.apply = (project) => {
    applied.push(project.id)
    return before.apply(project)
  }
  await call(0, 'POST', '/projects', { name: 'Shop', environment: 'dev' })
  await call(0, 'PATCH', `/projects/${first.projectId}`, rename('Main'))
  expect(applied).toEqual([])
  await first.plane.reread()
  expect(applied).toEqual([first.projectId])
})

test('a document that was read again is applied by a process that applies later changes at the same time @following-7', async () => {
  const { first, second, call } = await twoProcesses()
  const shop = String((await call(0, 'POST', '/projects', { name: 'Shop', environment: 'dev' })).body.id)
  first.fixing.by = { session: { lifespan: '2h' } }
  await call(0, 'PATCH', `/projects/${first.projectId}`, rename('Main'))
  first.host.publish = async () => {}
  await first.plane.reread()
  await call(0, 'PATCH', `/projects/${shop}`, rename('Shop 2'))
  await call(0, 'PATCH', `/projects/${first.projectId}`, rename('Main 2'))
  const applied: string[] = []
  const before = { ...second.host }
  second.host.apply = (project) => {
    applied.push(project.id)
    return before.apply(project)
  }
  await second.plane.catchUp()
  expect(applied).toEqual([first.projectId])
})

test('a document that a process refuses changes nothing there, is reported, and does not stop the process @following-8', async () => {
  const { first, second, call } = await twoProcesses()
  const shop = String((await call(0, 'POST', '/projects', { name: 'Shop', environment: 'dev' })).body.id)
  first.fixing.by = { session: { lifespan: '2h' } }
  await call(0, 'PATCH', `/projects/${first.projectId}`, rename('Main'))
  const before = { ...second.host }
  const refused = async () => ({ kind: 'refused', faults: ['selfservice is no object'] }) as const
  second.host.apply = async (project) => (project.isDefault ? refused() : before.apply(project))
  await first.plane.reread()
  expect((await call(0, 'PATCH', `/projects/${shop}`, rename('Shop 2'))).status).toBe(200)
  expect([...second.running.values()].map(({ name }) => name).toSorted()).toEqual(['Main', 'Shop 2'])
  expect(second.failures).toEqual([
    {
      fields: { project: expect.any(String), faults: ['selfservice is no object'] },
      text: 'the document of a project is faulty in this process; the one before goes on',
    },
  ])
  // It is applied once it is sound, in this process alone.
  second.host.apply = (project) => before.apply(project)
  const applied: string[] = []
  for (const [name, { host }] of Object.entries({ first, second })) {
    const sound = { ...host }
    host.apply = (project) => {
      applied.push(name)
      return sound.apply(project)
    }
  }
  expect(await second.plane.rereadHere()).toMatchObject({ kind: 'applied' })
  expect(applied).toEqual(['second'])
})
