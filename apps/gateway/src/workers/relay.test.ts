import type { ChildProcess } from 'node:child_process'
import type { HostedProject } from '@gatehouse/control-plane/service'
import { consoleLog } from '@gatehouse/platform/log'
import { expect, test } from 'vitest'
import { relayedHost } from '../projects/relayed-host.ts'
import type { ToWorker } from './messages.ts'
import { createRelay } from './relay.ts'
import type { ProjectChange } from '../cluster/role.ts'

const cors = { enabled: false, origins: [] }
const projectOf = (id: string, name: string, isDefault = false): HostedProject => ({
  id,
  slug: id,
  name,
  isDefault,
  corsPublic: cors,
  corsAdmin: cors,
  identityConfig: {},
  accountExperience: {},
})
const present = (project: HostedProject): ProjectChange => ({ kind: 'present', project })

/** Creates a worker that applies every change at once, or once `until` resolves, with a list of the applied ones. */
function followerOf(relay: ReturnType<typeof createRelay>, until = Promise.resolve()) {
  const applied: string[] = []
  const send = (message: ToWorker) => {
    if (message.kind !== 'change') return
    applied.push(`${message.change.kind} ${message.change.project.name}`)
    void until.then(() => relay.handle(worker, { kind: 'applied', id: message.id }))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a relay uses of a process
  const worker = { connected: true, send } as unknown as ChildProcess
  relay.handle(worker, { kind: 'join' })
  return { applied, follows: () => relay.handle(worker, { kind: 'follows' }) }
}

/** Returns whether the promise is settled already. */
const isSettled = async (promise: Promise<void>) => {
  let settled = false
  void promise.then(() => (settled = true))
  // Each of the promises in between takes a microtask.
  for (let task = 0; task < 20; task += 1) await Promise.resolve()
  return settled
}

test('a worker applies a new leader’s changes of projects, and the first leader’s @relay-1', async () => {
  const relay = createRelay(consoleLog)
  relay.admitFollowers()
  const { applied, follows } = followerOf(relay)
  follows()
  const [main, shop, office] = [
    projectOf('main', 'Main', true),
    projectOf('shop', 'Shop'),
    projectOf('office', 'Office'),
  ]
  for (const project of [main, shop, office]) await relay.deliver(present(project))
  applied.length = 0
  for (const project of [main, shop, { ...office, name: 'Head office' }]) await relay.deliver(present({ ...project }))
  expect(applied).toEqual(['present Main', 'present Head office'])
  applied.length = 0
  // The worker has released the project: the same one must be opened again.
  await relay.deliver({ kind: 'removed', project: shop })
  await relay.deliver(present(shop))
  expect(applied).toEqual(['removed Shop', 'present Shop'])
})

test('a worker that starts gets changes and is not waited for; one that follows is, also by the same change once more @relay-3', async () => {
  const relay = createRelay(consoleLog)
  relay.admitFollowers()
  const held = Promise.withResolvers<void>()
  const { applied, follows } = followerOf(relay, held.promise)
  await relay.deliver(present(projectOf('shop', 'Shop')))
  expect(applied).toEqual(['present Shop'])
  follows()
  const deliveries = [0, 1].map(() => relay.deliver(present(projectOf('office', 'Office'))))
  expect(await Promise.all(deliveries.map(isSettled))).toEqual([false, false])
  held.resolve()
  await Promise.all(deliveries)
  expect(applied).toEqual(['present Shop', 'present Office'])
})

test('a change that comes while many are relayed is applied after all of them @relay-4', async () => {
  const relay = createRelay(consoleLog)
  relay.admitFollowers()
  const { applied, follows } = followerOf(relay)
  follows()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has ended, and gets no answer
  const leader = { connected: false } as ChildProcess
  const changes = [projectOf('main', 'Main'), projectOf('shop', 'Old')].map(present)
  relay.handle(leader, { kind: 'relay', id: 1, changes })
  await relay.deliver(present(projectOf('shop', 'New')))
  expect(applied).toEqual(['present Main', 'present Old', 'present New'])
})

test('a new leader publishes all projects once, when each was opened or could not be, and waits once @relay-2', async () => {
  const steps: string[] = []
  const host = relayedHost(
    {
      open: async ({ name }: HostedProject) => {
        steps.push(`opens ${name}`)
        await Promise.resolve()
        return name === 'Broken'
          ? { kind: 'refused', faults: ['no schema'] }
          : { kind: 'applied', config: {}, warnings: [], isFixed: false }
      },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a start asks a host for nothing else
    } as unknown as Parameters<typeof relayedHost>[0],
    async (changes) => void steps.push(changes.map(({ kind, project }) => `${kind} ${project.name}`).join(', ')),
  )
  await Promise.all(['Shop', 'Broken', 'Office'].map((name) => host.open(projectOf(name, name))))
  await host.announce()
  expect(steps).toEqual(['opens Shop', 'opens Broken', 'opens Office', 'present Shop, removed Broken, present Office'])
  await host.open(projectOf('Later', 'Later'))
  expect(steps.slice(4)).toEqual(['opens Later', 'present Later'])
})
