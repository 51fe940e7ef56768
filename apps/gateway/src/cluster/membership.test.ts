import { UnreachableDatabaseError, type Database } from '@gatehouse/platform/database'
import { consoleLog } from '@gatehouse/platform/log'
import { openDatabaseLink, postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WorkersState } from './role.ts'
import { openClusterStore, type ClusterStore } from './cluster-store.ts'
import { joinCluster, type Membership } from './membership.ts'
import { openGatewayTables } from './open-tables.ts'

test('a gateway that leaves does not wait for the pauses between its rounds @membership-17', async () => {
  const done: string[] = []
  const membership = joinCluster({
    id: 'first',
    log: consoleLog,
    store: {
      ready: async () => {},
      heartbeat: async () => false,
      gatewaysBehind: async () => [],
      requestReload: async () => 1,
      lastReload: async () => ({ number: 0, gateway: '' }),
      sweep: async () => void done.push('sweeps'),
      leave: async () => void done.push('leaves'),
      close: () => void done.push('closes'),
    },
    handlers: {
      beginBackground: () => {},
      endBackground: () => {},
      state: () => ({ appliedNumber: 1, isFailing: false, extendServing: () => {} }),
      reload: () => {},
    },
  })
  // Each of the promises in between takes a microtask; a pause ends later than all of them.
  const allTasks = async () => {
    for (let task = 0; task < 100; task += 1) await Promise.resolve()
  }
  await allTasks()
  void membership.leave()
  await allTasks()
  expect(done).toEqual(['sweeps', 'leaves', 'closes'])
})

describe.skipIf(postgresIsMissing() !== undefined)('members of a cluster', () => {
  let server: PostgresProcess
  let url = ''
  const cleanups: (() => Promise<void> | void)[] = []
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
    vi.setConfig({ testTimeout: 60_000 })
  }, 60_000)
  afterAll(() => server.stop())
  beforeEach(() => {
    url = server.createDatabase()
  })
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean()
  })

  function store(address = url): ClusterStore {
    const opened = openClusterStore(address)
    cleanups.push(() => opened.close())
    return opened
  }

  function tables(): Database {
    const opened = openGatewayTables(url, { isSerial: false, connections: 1 })
    cleanups.push(() => opened.close())
    return opened
  }

  const run = async (sql: string) => {
    const database = tables()
    await database.write(() => database.prepare(sql).run())
  }

  interface Member extends Membership {
    /** The handlers it was given, in order. */
    readonly done: readonly string[]
    readonly logged: readonly string[]
    /** How often its processes were allowed to serve further. */
    extended(): number
    /** The state of its processes from now on. */
    is(state: Partial<Pick<WorkersState, 'appliedNumber' | 'isFailing'>>): void
  }

  /** Joins a member, whose processes have the first change. */
  function join(id: string, own: ClusterStore = store()): Member {
    const done: string[] = []
    const logged: string[] = []
    let state = { appliedNumber: 1, isFailing: false }
    let extended = 0
    const note = (_: unknown, message?: string) => void logged.push(message ?? '')
    const membership = joinCluster({
      id,
      store: own,
      log: { ...consoleLog, info: () => {}, warn: note, error: note },
      handlers: {
        beginBackground: () => void done.push('begins'),
        endBackground: () => void done.push('ends'),
        state: () => ({ ...state, extendServing: () => void (extended += 1) }),
        reload: () => void done.push('reloads'),
      },
    })
    let hasLeft = false
    const leave = async () => {
      if (!hasLeft) await membership.leave()
      hasLeft = true
    }
    cleanups.push(leave)
    const is: Member['is'] = (changed) => void (state = { ...state, ...changed })
    return { ...membership, leave, done, logged, extended: () => extended, is }
  }

  const until = (condition: () => boolean | Promise<boolean>) =>
    vi.waitUntil(condition, { timeout: 20_000, interval: 10 })

  /** Resolves once each member has sent heartbeats that others see. */
  const areMembers = (...members: readonly Member[]) => until(() => members.every((one) => one.extended() > 0))

  /** Returns whether the promise is settled after a few heartbeats of a member. */
  async function isSettled(promise: Promise<unknown>, member: Member): Promise<boolean> {
    let settled = false
    void promise.then(() => (settled = true))
    const before = member.extended()
    await until(() => settled || member.extended() > before + 3)
    return settled
  }

  test('a publisher waits until every other gateway has the change, or has left @membership-1', async () => {
    const [first, second, third] = [join('first'), join('second'), join('third')]
    await areMembers(first, second, third)
    const published = first.awaitOtherGateways(2)
    second.is({ appliedNumber: 2 })
    expect(await isSettled(published, first)).toBe(false)
    await third.leave()
    await published
    expect(await isSettled(first.awaitOtherGateways(2), first)).toBe(true)
  })

  test('a gateway that does not answer any more is waited for as long as it may serve @membership-2', async () => {
    const first = join('first')
    await areMembers(first)
    await store().heartbeat('frozen', 1, false)
    const published = first.awaitOtherGateways(2)
    expect(await isSettled(published, first)).toBe(false)
    const row = tables().prepare(
      "SELECT seen_at < now() - interval '6 seconds' AS expired FROM gateways WHERE id = 'frozen'",
    )
    await published
    expect(await row.get()).toEqual({ expired: 1 })
  })

  test('one gateway at a time has the lease, which another one gets once it has ended @membership-4', async () => {
    const [first, second, third] = [store(), store(), store()]
    expect(await first.heartbeat('first', 0, true)).toBe(true)
    expect(await second.heartbeat('second', 0, true)).toBe(false)
    expect(await first.heartbeat('first', 0, true)).toBe(true)
    await run("UPDATE leases SET ends_at = now() - interval '1 second'")
    expect(await third.heartbeat('third', 0, false)).toBe(false)
    expect(await second.heartbeat('second', 0, true)).toBe(true)
    expect(await first.heartbeat('first', 0, true)).toBe(false)
    await second.leave('second')
    expect(await first.heartbeat('first', 0, true)).toBe(true)
    const taken = await Promise.all(Array.from({ length: 8 }, (_, at) => store().heartbeat(`other ${at}`, 0, true)))
    expect(taken).toEqual(Array(8).fill(false))
  })

  test('a gateway that lost its lease ends the background work at once @membership-6', async () => {
    const first = join('first')
    await until(() => first.done.includes('begins'))
    await run("UPDATE leases SET holder = 'second', ends_at = now() + interval '1 hour'")
    await until(() => first.done.includes('ends'))
    expect(first.done).toEqual(['begins', 'ends'])
    expect(first.logged).toEqual(['this gateway no longer does the background work'])
  })

  test('a publisher asks again while the database is away, which is logged once; any other error ends it at once @membership-7', async () => {
    const own = store()
    const faults: Error[] = []
    const first = join('first', {
      ...own,
      gatewaysBehind: async (...asked) => {
        const fault = faults.shift()
        if (fault !== undefined) throw fault
        return own.gatewaysBehind(...asked)
      },
    })
    await areMembers(first)
    faults.push(...Array.from({ length: 3 }, () => new UnreachableDatabaseError('The database does not answer: gone')))
    await first.awaitOtherGateways(2)
    expect(first.logged).toEqual(['a change waits for the database'])
    faults.push(new Error('no such table'))
    await expect(first.awaitOtherGateways(2)).rejects.toThrow('no such table')
  })

  test('a process that applies a change slowly does not end the others’ permission to serve @membership-9', async () => {
    const [first, second] = [join('first'), join('second')]
    await areMembers(first, second)
    const published = first.awaitOtherGateways(2)
    const before = second.extended()
    await until(() => second.extended() > before + 2)
    const behind = tables().prepare("SELECT generation AS number FROM gateways WHERE id = 'second'")
    expect(await behind.get()).toEqual({ number: 1 })
    second.is({ appliedNumber: 2 })
    await published
  })

  test('a gateway that cannot read changes sends no heartbeat until it can @membership-10', async () => {
    const [first, second] = [join('first'), join('second')]
    await areMembers(first, second)
    second.is({ isFailing: true })
    await first.awaitOtherGateways(2)
    const before = second.extended()
    const heartbeats = first.extended()
    await until(() => first.extended() > heartbeats + 2)
    expect(second.extended()).toBe(before)
    second.is({ isFailing: false, appliedNumber: 2 })
    await until(() => second.extended() > before)
    await first.awaitOtherGateways(2)
  })

  test('a gateway that is about to end, and one whose background work fails, leave it to another @membership-11', async () => {
    const [first, second] = [join('first'), join('second')]
    await until(() => first.done.includes('begins') || second.done.includes('begins'))
    const [holder, other] = first.done.includes('begins') ? [first, second] : [second, first]
    holder.stepDown()
    expect(holder.done).toEqual(['begins', 'ends'])
    await until(() => other.done.includes('begins'))
    holder.stopTakingLease()
    const third = join('third')
    await other.leave()
    await until(() => third.done.includes('begins'))
    expect(holder.done).toEqual(['begins', 'ends'])
  })

  test('background work that fails while a heartbeat is stored does not begin again in the same gateway @membership-14', async () => {
    const own = store()
    let isStored = Promise.resolve()
    let stores = () => {}
    const first = join('first', {
      ...own,
      heartbeat: async (...given) => {
        const holds = await own.heartbeat(...given)
        stores()
        await isStored
        return holds
      },
    })
    await until(() => first.done.includes('begins'))
    const answer = Promise.withResolvers<void>()
    const storing = Promise.withResolvers<void>()
    isStored = answer.promise
    stores = storing.resolve
    await storing.promise
    first.stepDown()
    const before = first.extended()
    answer.resolve()
    await until(() => first.extended() > before + 1)
    expect(first.done).toEqual(['begins', 'ends'])
  })

  test('two gateways that are asked to reload at the same moment both reload once more @membership-13', async () => {
    const reads = [0, 0]
    const members = ['first', 'second'].map((id, at) => {
      const own = store()
      return join(id, {
        ...own,
        lastReload: async () => {
          reads[at] = (reads[at] ?? 0) + 1
          return own.lastReload()
        },
      })
    })
    const twoReads = async () => {
      reads.fill(0)
      await until(() => reads.every((count) => count > 2))
    }
    // A request from before a gateway's first look is none for it.
    await twoReads()
    for (const member of members) member.reloadOthers()
    await until(() => members.every(({ done }) => done.includes('reloads')))
    await twoReads()
    expect(members.map(({ done }) => done.filter((one) => one === 'reloads').length)).toEqual([1, 1])
  })
  test('a gateway that is suspended between any two statements delays no other one’s heartbeat @membership-15', async () => {
    const link = await openDatabaseLink(url)
    cleanups.push(() => link.close())
    const [first, second] = [join('first', store(link.url)), join('second')]
    await areMembers(first, second)
    for (const statements of [1, 2, 3, 4, 5, 6, 7]) {
      await link.freezeAfter(statements)
      const before = second.extended()
      await until(() => second.extended() > before + 2)
      link.thaw()
      const thawed = first.extended()
      await until(() => first.extended() > thawed)
    }
    expect(second.logged).toEqual([])
  })
  test('a publisher does not wait for a gateway that is alive and fenced without the change, which is logged @membership-16', async () => {
    const [first, second] = [join('first'), join('second')]
    await areMembers(first, second)
    let isPublished = false
    void first.awaitOtherGateways(2).then(() => (isPublished = true))
    await until(() => isPublished)
    const slow = tables().prepare("SELECT generation AS number FROM gateways WHERE id = 'second'")
    expect(await slow.get()).toEqual({ number: 1 })
    expect(first.logged).toEqual([
      'a change is acknowledged although these gateways lack it; they serve nothing until they have it',
    ])
  })
})
