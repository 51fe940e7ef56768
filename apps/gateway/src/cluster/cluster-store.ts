import type { HostedProject } from '@gatehouse/control-plane/service'
import { integer, oneOf, text, type Database } from '@gatehouse/platform/database'
import type { ProjectChange } from './role.ts'
import { leaseSeconds, requireLease, type HeldLease } from './lease.ts'
import { openGatewayTables } from './open-tables.ts'

/** A change of a project, and its number in the order of all. */
export interface NumberedChange {
  readonly number: number
  readonly change: ProjectChange
}

/** The state that the gateways of one installation share in their database. */
export interface ClusterStore {
  /** Connects. Throws an Error that gives the reason if that fails. */
  ready(): Promise<void>
  /**
   * Records a gateway's heartbeat and the last change that it has. Renews the lease of the given epoch; without an
   * epoch, takes the lease if it is free and `mayLead` is not false. Resolves with the epoch in which this gateway
   * leads until the lease ends, or with undefined if it is no leader.
   */
  heartbeat(
    gateway: string,
    lastChange: number,
    epoch: number | undefined,
    mayLead?: boolean,
  ): Promise<number | undefined>
  /** The gateway that leads; absent: there is no leader at this moment. */
  leader(): Promise<string | undefined>
  /**
   * Stores changes and returns the last one's number. Rejects with a `LostLeaseError` if another gateway has the lease.
   */
  publish(changes: readonly ProjectChange[], lease: HeldLease): Promise<number>
  /**
   * The last change of each project after the change of that number, in order. If there is no such number, the database
   * was restored from an older backup: returns the last change of all projects.
   */
  changesAfter(number: number): Promise<readonly NumberedChange[]>
  /** Returns the other live gateways that still lack the change of that number. */
  gatewaysBehind(gateway: string, number: number): Promise<readonly string[]>
  /** Records that a gateway was asked to read its files again. Returns the number of the request. */
  requestReload(gateway: string): Promise<number>
  /** Returns the number of the last such request at all gateways, and the gateway that received it. */
  lastReload(): Promise<{ readonly number: number; readonly gateway: string }>
  /** Removes expired forms, and gateways that ended long ago. */
  sweep(): Promise<void>
  /** Gives up the lease and removes the gateway, so that others no longer wait for it. */
  leave(gateway: string): Promise<void>
  close(): void
}

/** The maximum number of forms that are kept; those that expire first are removed first. */
const maxForms = 10_000

const lease = `interval '${leaseSeconds} seconds'`

/** Opens the tables in a PostgreSQL database; the first gateway creates them. */
export function openClusterStore(url: string): ClusterStore {
  const database = openGatewayTables(url, { isSerial: true, connections: 3 })
  return {
    ready: () => database.ready(),
    ...prepareLease(database),
    ...prepareChanges(database),
    ...prepareReloads(database),
    sweep: prepareSweep(database),
    close: () => database.close(),
  }
}

type Part<Name extends keyof ClusterStore> = Pick<ClusterStore, Name>

/** Prepares the heartbeats and the lease. */
function prepareLease(database: Database): Part<'heartbeat' | 'leader' | 'leave'> {
  const beat = database.prepare(
    `INSERT INTO gateways (id, seen_at, generation) VALUES (:gateway, now(), :lastChange)
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, generation = excluded.generation`,
  )
  const renewLease = database.prepare(
    `UPDATE leases SET ends_at = now() + ${lease} WHERE name = 'leader' AND holder = :gateway AND epoch = :epoch`,
  )
  const foreignLease = database.prepare(
    "SELECT 1 AS one FROM leases WHERE name = 'leader' AND holder <> ? AND ends_at >= now()",
  )
  const takeLease = database.prepare(
    `INSERT INTO leases (name, holder, ends_at, epoch) VALUES ('leader', :gateway, now() + ${lease}, 1)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at, epoch = leases.epoch + 1
     RETURNING epoch`,
  )
  const leader = database.prepare("SELECT holder FROM leases WHERE name = 'leader' AND ends_at > now()")
  // The row is kept, and with it the number of the last epoch.
  const giveUp = database.prepare("UPDATE leases SET ends_at = '-infinity' WHERE holder = ? AND name = 'leader'")
  const leave = database.prepare('DELETE FROM gateways WHERE id = ?')
  return {
    heartbeat: (gateway, lastChange, epoch, mayLead = true) =>
      database.write(async () => {
        await beat.run({ gateway, lastChange })
        if (epoch !== undefined) return (await renewLease.run({ gateway, epoch })) > 0 ? epoch : undefined
        if (!mayLead || (await foreignLease.get(gateway)) !== undefined) return undefined
        // Taking the lease is flushed, renewing is not: if the server lost a taken lease, another gateway could get the
        // same epoch.
        return database.durable(async () => integer((await takeLease.get({ gateway })) ?? {}, 'epoch'))
      }),
    leader: async () => {
      const row = await leader.get()
      return row && text(row, 'holder')
    },
    leave: (gateway) =>
      database.write(async () => {
        await giveUp.run(gateway)
        await leave.run(gateway)
      }),
  }
}

/** Prepares the changes of projects. */
function prepareChanges(database: Database): Part<'publish' | 'changesAfter' | 'gatewaysBehind'> {
  // Of a restored database, gateways may have later changes: a number that one of them knows is not used again.
  const last = database.prepare(
    `SELECT coalesce(max(generation), 0) AS last
     FROM (SELECT generation FROM project_changes UNION ALL SELECT generation FROM gateways) AS known`,
  )
  // In one statement: heartbeats wait for this unit of work, and a new leader publishes every project.
  const publish = database.prepare(
    `INSERT INTO project_changes (project_id, generation, kind, project)
     SELECT change->>'id', :last + at, change->>'kind', change->>'project'
     FROM jsonb_array_elements(:changes::jsonb) WITH ORDINALITY AS changes (change, at)
     ON CONFLICT (project_id) DO UPDATE SET generation = excluded.generation, kind = excluded.kind, project = excluded.project`,
  )
  const after = database.prepare(
    `SELECT generation, kind, project FROM project_changes
     WHERE generation > :number OR :number > (SELECT max(generation) FROM project_changes) ORDER BY generation`,
  )
  const behind = database.prepare(
    `SELECT id FROM gateways WHERE id <> :gateway AND generation < :number AND seen_at > now() - ${lease}`,
  )
  return {
    publish: (changes, lease) =>
      database.durable(async () => {
        await database.prepare(requireLease(lease)).get()
        const before = integer((await last.get()) ?? {}, 'last')
        // Only the last change of a project is kept.
        const rows = [...new Map(changes.map((change) => [change.project.id, change])).values()].map(
          ({ kind, project }) => ({ id: project.id, kind, project: JSON.stringify(project) }),
        )
        await publish.run({ last: before, changes: JSON.stringify(rows) })
        return before + rows.length
      }),
    changesAfter: async (number) =>
      (await after.all({ number })).map((row) => ({
        number: integer(row, 'generation'),
        change: {
          kind: oneOf(row, 'kind', ['present', 'removed']),
          project: JSON.parse(text(row, 'project')) as HostedProject,
        },
      })),
    gatewaysBehind: async (gateway, number) => (await behind.all({ gateway, number })).map((row) => text(row, 'id')),
  }
}

function prepareReloads(database: Database): Part<'requestReload' | 'lastReload'> {
  const request = database.prepare(
    `INSERT INTO reloads (asked, gateway) VALUES (1, ?)
     ON CONFLICT (is_one) DO UPDATE SET asked = reloads.asked + 1, gateway = excluded.gateway
     RETURNING asked`,
  )
  const last = database.prepare('SELECT asked, gateway FROM reloads')
  return {
    requestReload: (gateway) => database.write(async () => integer((await request.get(gateway)) ?? {}, 'asked')),
    lastReload: async () => {
      const row = await last.get()
      return row === undefined
        ? { number: 0, gateway: '' }
        : { number: integer(row, 'asked'), gateway: text(row, 'gateway') }
    },
  }
}

function prepareSweep(database: Database): ClusterStore['sweep'] {
  const forget = database.prepare("DELETE FROM gateways WHERE seen_at < now() - interval '1 hour'")
  // A row that another gateway is writing is removed by a later sweep.
  const sweep = database.prepare(
    `DELETE FROM sent_forms WHERE flow IN (
       SELECT flow FROM sent_forms WHERE ends_at < now() OR ends_at <= (
         SELECT ends_at FROM sent_forms ORDER BY ends_at DESC OFFSET ${maxForms} LIMIT 1)
       FOR UPDATE SKIP LOCKED)`,
  )
  return () =>
    database.write(async () => {
      await sweep.run()
      await forget.run()
    })
}
