import type { HostedProject } from '@gatehouse/control-plane/service'
import { LostLeaseError, text, UnreachableDatabaseError, type Database } from '@gatehouse/platform/database'
import { consoleLog } from '@gatehouse/platform/log'
import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { controlDatabase, openOwnControlDatabase } from '../data/project-databases.ts'
import { Secret } from '@gatehouse/platform/secrets'
import { singleProcess, type ProjectChange } from './role.ts'
import { openClusterStore, type ClusterStore } from './cluster-store.ts'
import { joinCluster, type Membership } from './membership.ts'
import { openGatewayTables } from './open-tables.ts'

/** A project in some version. */
function change(id: string, name: string, kind: ProjectChange['kind'] = 'present'): ProjectChange {
  const cors = { enabled: false, origins: [] }
  const project: HostedProject = {
    id,
    slug: id,
    name,
    isDefault: false,
    corsPublic: cors,
    corsAdmin: cors,
    identityConfig: {},
    accountExperience: {},
  }
  return { kind, project }
}

const said = ({ kind, project }: ProjectChange) => `${kind} ${project.id} ${project.name}`

describe.skipIf(postgresIsMissing() !== undefined)('members of a cluster', () => {
  let server: PostgresProcess
  let url = ''
  const cleanups: (() => Promise<void> | void)[] = []
  beforeAll(async () => {
    // A commit that is not flushed stays unflushed for as long as possible.
    server = await startPostgres({ fsync: 'off', wal_writer_delay: '10s' })
    vi.setConfig({ testTimeout: 60_000 })
  }, 60_000)
  afterAll(() => server.stop())
  beforeEach(() => {
    url = server.createDatabase()
  })
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean()
  })

  function store(): ClusterStore {
    const opened = openClusterStore(url)
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
    /** A delivery waits for this. */
    hold(until: Promise<void>): void
  }

  /** Joins a member. `first`: the changes that it publishes as soon as it leads. */
  function join(id: string, own: ClusterStore = store(), first: readonly ProjectChange[] = []): Member {
    const done: string[] = []
    const logged: string[] = []
    let held: Promise<void> | undefined
    let extended = 0
    const note = (_: unknown, message?: string) => void logged.push(message ?? '')
    const membership = joinCluster({
      id,
      store: own,
      log: { ...consoleLog, info: () => {}, warn: note, error: note },
      handlers: {
        becomeLeader: () => {
          done.push('is leader')
          // As a worker does: its own followers already have the changes.
          if (first.length > 0) void membership.publish(first).then(() => done.push(...first.map(said)))
        },
        resign: () => void done.push('resigns'),
        deliver: async (given) => {
          done.push(`began ${said(given)}`)
          await held
          done.push(said(given))
        },
        caughtUp: () => {},
        reload: () => void done.push('reloads'),
        extendServing: () => void (extended += 1),
      },
    })
    let hasLeft = false
    const leave = async () => {
      if (!hasLeft) await membership.leave()
      hasLeft = true
    }
    cleanups.push(leave)
    return { ...membership, leave, done, logged, extended: () => extended, hold: (until) => void (held = until) }
  }

  const until = (condition: () => boolean | Promise<boolean>) =>
    vi.waitUntil(condition, { timeout: 20_000, interval: 10 })

  /** Resolves once a member has the lease and its next round has begun, so that it knows of the lease. */
  async function hasTaken(id: string): Promise<void> {
    const lease = tables().prepare("SELECT holder, ends_at::text AS ends FROM leases WHERE name = 'leader'")
    let first = ''
    await until(async () => {
      const row = await lease.get()
      if (row === undefined || text(row, 'holder') !== id) return false
      first ||= text(row, 'ends')
      return first !== text(row, 'ends')
    })
  }

  test('a new leader delivers earlier changes before those that it publishes @membership-1', async () => {
    const first = join('first')
    await until(() => first.done.includes('is leader'))
    const second = join('second', store(), [change('shop', 'newer')])
    const { promise, resolve } = Promise.withResolvers<void>()
    second.hold(promise)
    void first.publish([change('other', 'old'), change('shop', 'old')])
    await until(() => second.done.includes('began present other old'))
    await first.leave()
    await hasTaken('second')
    resolve()
    await until(() => second.done.includes('present shop newer'))
    expect(second.done.filter((one) => !one.startsWith('began'))).toEqual([
      'present other old',
      'present shop old',
      'is leader',
      'present shop newer',
    ])
  })

  test('a gateway that takes the lease while it is behind catches up before it leads @membership-2', async () => {
    const leader = store()
    const epoch = (await leader.heartbeat('first', 0, undefined)) ?? 0
    const second = join('second')
    const { promise, resolve } = Promise.withResolvers<void>()
    second.hold(promise)
    const lease = { holder: 'first', epoch }
    await leader.publish([change('shop', 'old')], lease)
    await until(() => second.done.length > 0)
    // The machine of the leader ends before the other gateway has read this.
    await leader.publish([change('gone', 'old', 'removed')], lease)
    await leader.leave('first')
    await hasTaken('second')
    resolve()
    await until(() => second.done.includes('is leader'))
    expect(second.done.filter((one) => !one.startsWith('began'))).toEqual([
      'present shop old',
      'removed gone old',
      'is leader',
    ])
  })

  test('many changes are published and waited for at once @membership-3', async () => {
    let [published, looks] = [0, 0]
    const counted = (own: ClusterStore): ClusterStore => ({
      ...own,
      publish: (changes, lease) => {
        published += 1
        return own.publish(changes, lease)
      },
      gatewaysBehind: async (...asked) => {
        const behind = await own.gatewaysBehind(...asked)
        if (behind.length === 0) looks += 1
        return behind
      },
    })
    const first = join('first', counted(store()))
    await until(() => first.done.includes('is leader'))
    const second = join('second')
    const known = tables().prepare("SELECT 1 AS one FROM gateways WHERE id = 'second'")
    await until(async () => (await known.get()) !== undefined)
    await run('CREATE TABLE statements (at timestamptz)')
    await run(
      `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO statements VALUES (now()); RETURN NULL; END'`,
    )
    await run('CREATE TRIGGER noted AFTER INSERT ON project_changes FOR EACH STATEMENT EXECUTE FUNCTION note()')
    const projects = Array.from({ length: 100 }, (_, at) => change(`project-${at}`, 'new'))
    await first.publish([change('project-0', 'old'), ...projects])
    expect([published, looks]).toEqual([1, 1])
    // Heartbeats wait for the unit of work in which they are stored.
    expect(await tables().prepare('SELECT at FROM statements').all()).toHaveLength(1)
    expect(second.done.filter((one) => !one.startsWith('began'))).toEqual(projects.map(said))
  })

  test('a taken lease survives a crash of the database @membership-4', async () => {
    await store().ready()
    const taken = await store().heartbeat('first', 0, undefined)
    await server.crash()
    const row = await tables().prepare("SELECT holder, epoch FROM leases WHERE name = 'leader'").get()
    expect(row).toEqual({ holder: 'first', epoch: taken })
    expect(await store().heartbeat('second', 0, undefined)).toBeUndefined()
  })

  test('writes of a leader that lost its lease are fenced, also those of a unit of work that it had begun @membership-5', async () => {
    const own = store()
    const epoch = (await own.heartbeat('it’s first', 0, undefined)) ?? 0
    const lease = { holder: 'it’s first', epoch }
    const settings = { data: '', identity: { kind: 'embedded' as const }, database: new Secret(url) }
    const control = openOwnControlDatabase(settings as never, { ...singleProcess(), lease })
    cleanups.push(() => control.close())
    const insert = control.prepare(
      "INSERT INTO workspaces (id, slug, name, access_policy, created_at, updated_at) VALUES (:id, :id, 'w', 'p', 1, 1)",
    )
    const names = controlDatabase(settings as never)
    cleanups.push(() => names.close())
    const stored = async () => (await names.prepare('SELECT id FROM workspaces ORDER BY id').all()).map(({ id }) => id)
    await control.durable(() => insert.run({ id: 'while it leads' }))

    const expire = () => run("UPDATE leases SET ends_at = now() - interval '1 second'")
    const [begun, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const frozen = control.durable(async () => {
      await insert.run({ id: 'begun before' })
      begun.resolve()
      await thawed.promise
    })
    const refused = frozen.then(
      () => undefined,
      (error: unknown) => error,
    )
    await begun.promise
    await expire()
    const next = await store().heartbeat('second', 0, undefined)
    expect(next).toBe(epoch + 1)
    thawed.resolve()
    expect(await refused).toBeInstanceOf(LostLeaseError)
    await expect(control.write(() => insert.run({ id: 'afterwards' }))).rejects.toBeInstanceOf(LostLeaseError)
    await expect(own.publish([change('shop', 'stale')], lease)).rejects.toBeInstanceOf(LostLeaseError)
    expect(await own.heartbeat('it’s first', 0, epoch)).toBeUndefined()
    expect(await stored()).toEqual(['while it leads'])
    // The next lease has another number.
    await expire()
    expect(await own.heartbeat('it’s first', 0, undefined)).toBe(epoch + 2)
    await expect(own.publish([change('shop', 'stale')], lease)).rejects.toBeInstanceOf(LostLeaseError)
  })

  test('a leader that lost its lease resigns when it publishes, and logs it @membership-6', async () => {
    const first = join('first')
    await until(() => first.done.includes('is leader'))
    await run("UPDATE leases SET holder = 'second', epoch = epoch + 1 WHERE name = 'leader'")
    await first.publish([change('shop', 'stale')])
    expect(first.done).toContain('resigns')
    expect(await store().changesAfter(0)).toEqual([])
  })

  test('a publication is tried again while the database is away, which is logged once; any other error ends it at once @membership-7', async () => {
    const own = store()
    const faults: Error[] = []
    const first = join('first', {
      ...own,
      publish: async (changes, lease) => {
        const fault = faults.shift()
        if (fault !== undefined) throw fault
        return own.publish(changes, lease)
      },
    })
    await until(() => first.done.includes('is leader'))
    faults.push(...Array.from({ length: 3 }, () => new UnreachableDatabaseError('The database does not answer: gone')))
    await first.publish([change('shop', 'new')])
    expect(first.logged).toEqual(['a change waits for the database'])
    await run("ALTER TABLE project_changes ADD CHECK (project NOT LIKE '%poison%')")
    await expect(first.publish([change('shop', 'poison')])).rejects.toThrow('project_changes')
    expect(first.logged).toEqual(['a change waits for the database', 'a change cannot be published to other gateways'])
    await first.publish([change('shop', 'after')])
    expect((await store().changesAfter(0)).map((one) => said(one.change))).toEqual(['present shop after'])
  })

  test('a change of an earlier epoch is not published in a later one, and does not end that @membership-8', async () => {
    const own = store()
    const leads = () => first.done.filter((one) => one === 'is leader').length
    let tries = 0
    const first = join('first', {
      ...own,
      publish: async (changes, lease) => {
        tries += 1
        if (changes[0]?.project.id === 'slow') await until(() => leads() === 2)
        else if (leads() < 2) throw new UnreachableDatabaseError('The database does not answer: gone')
        return own.publish(changes, lease)
      },
    })
    await until(() => leads() === 1)
    const published = ['slow', 'tried again'].map((id) => first.publish([change(id, 'stale')]))
    await until(() => tries > 1)
    await run("UPDATE leases SET holder = 'second', epoch = epoch + 1, ends_at = '-infinity' WHERE name = 'leader'")
    await Promise.all(published)
    await until(() => leads() === 2)
    await first.publish([change('shop', 'new')])
    expect((await store().changesAfter(0)).map((one) => said(one.change))).toEqual(['present shop new'])
    expect(first.done).toEqual(['is leader', 'resigns', 'is leader'])
  })

  test('a process that applies a change slowly does not end the others’ permission to serve @membership-9', async () => {
    const first = join('first')
    await until(() => first.done.includes('is leader'))
    const second = join('second')
    await until(() => second.extended() > 0)
    const { promise, resolve } = Promise.withResolvers<void>()
    second.hold(promise)
    const published = first.publish([change('shop', 'new')])
    await until(() => second.done.includes('began present shop new'))
    const before = second.extended()
    await until(() => second.extended() > before + 2)
    const behind = tables().prepare("SELECT generation AS number FROM gateways WHERE id = 'second'")
    expect(await behind.get()).toEqual({ number: 0 })
    resolve()
    await published
    expect(second.done).toContain('present shop new')
  })

  test('a gateway that cannot read changes is no longer waited for, and is named in the log @membership-10', async () => {
    const first = join('first')
    await until(() => first.done.includes('is leader'))
    const own = store()
    const faults: Error[] = []
    const second = join('second', {
      ...own,
      changesAfter: async (number) => {
        const [fault] = faults
        if (fault !== undefined) throw fault
        return own.changesAfter(number)
      },
    })
    await until(() => second.extended() > 0)
    // As after an update, whose changes an older version cannot read.
    faults.push(new Error('unknown kind'))
    await first.publish([change('shop', 'new')])
    expect(second.done).toEqual([])
    expect(second.logged).toEqual([expect.stringContaining('cannot exchange state')])
  })

  test('a gateway that is about to end, and one whose leader cannot run, leave the lead to another @membership-11', async () => {
    const [first, second] = [join('first'), join('second')]
    await until(() => first.done.includes('is leader') || second.done.includes('is leader'))
    const [leader, other] = first.done.includes('is leader') ? [first, second] : [second, first]
    leader.standAside()
    expect(leader.done).toEqual(['is leader', 'resigns'])
    await until(() => other.done.includes('is leader'))
    leader.retire()
    const third = join('third')
    await other.leave()
    await until(() => third.done.includes('is leader'))
    expect(leader.done).toEqual(['is leader', 'resigns'])
  })

  test('gateways have changes after the database was restored from an older backup @membership-12', async () => {
    const first = join('first')
    await until(() => first.done.includes('is leader'))
    const second = join('second')
    await until(() => second.extended() > 0)
    for (const name of ['kept', 'lost', 'lost as well']) await first.publish([change(name, 'before')])
    await until(() => second.done.includes('present lost as well before'))
    await run('DELETE FROM project_changes WHERE generation > 1')
    await until(() => second.done.filter((one) => one === 'present kept before').length === 2)
    await first.publish([change('shop', 'after')])
    expect(second.done.at(-1)).toBe('present shop after')
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
})
