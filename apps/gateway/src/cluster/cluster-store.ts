import { integer, text, type Database } from '@gatehouse/platform/database'
import { leaseSeconds } from './lease.ts'
import { openGatewayTables } from './open-tables.ts'

/**
 * The state that the gateways of one installation share in their database. Each change is one statement, which commits
 * itself: a gateway that is suspended between two statements would keep the locks of its transaction, and the heartbeats
 * of all others would wait for them.
 */
export interface ClusterStore {
  /** Connects. Throws an Error that gives the reason if that fails. */
  ready(): Promise<void>
  /**
   * Stores a gateway's heartbeat with the number of the last change that it has applied. With `wantsLease` it also renews
   * the lease of the background work, or takes it if it is free. Returns whether the gateway holds the lease.
   */
  heartbeat(gateway: string, appliedNumber: number, wantsLease: boolean): Promise<boolean>
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
  const database = openGatewayTables(url, { isSerial: false, connections: 3 })
  return {
    ready: () => database.ready(),
    ...prepareLease(database),
    ...prepareReloads(database),
    sweep: prepareSweep(database),
    close: () => database.close(),
  }
}

type Part<Name extends keyof ClusterStore> = Pick<ClusterStore, Name>

/** Prepares the heartbeats and the lease of the background work. The column `generation` is the last change applied. */
function prepareLease(database: Database): Part<'heartbeat' | 'gatewaysBehind' | 'leave'> {
  // `run` returns the number of rows written to `leases`: 0 if another gateway holds the lease, or it is not wanted.
  const beat = database.prepareWrite(
    `WITH beat AS (
       INSERT INTO gateways (id, seen_at, generation) VALUES (:gateway, now(), :appliedNumber)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, generation = excluded.generation)
     INSERT INTO leases (name, holder, ends_at)
       SELECT 'background', :gateway, now() + ${lease} WHERE :wantsLease::int = 1
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
       WHERE leases.holder = excluded.holder OR leases.ends_at < now()`,
  )
  const behind = database.prepare(
    `SELECT id FROM gateways WHERE id <> :gateway AND generation < :number AND seen_at > now() - ${lease}`,
  )
  const leave = database.prepareWrite(
    `WITH gone AS (DELETE FROM gateways WHERE id = :gateway)
     DELETE FROM leases WHERE holder = :gateway AND name = 'background'`,
  )
  return {
    heartbeat: async (gateway, appliedNumber, wantsLease) =>
      (await beat.run({ gateway, appliedNumber, wantsLease: Number(wantsLease) })) > 0,
    gatewaysBehind: async (gateway, number) => (await behind.all({ gateway, number })).map((row) => text(row, 'id')),
    leave: async (gateway) => void (await leave.run({ gateway })),
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
    requestReload: async (gateway) => integer((await request.get(gateway)) ?? {}, 'asked'),
    lastReload: async () => {
      const row = await last.get()
      return row === undefined
        ? { number: 0, gateway: '' }
        : { number: integer(row, 'asked'), gateway: text(row, 'gateway') }
    },
  }
}

function prepareSweep(database: Database): ClusterStore['sweep'] {
  // A row that another gateway is writing is removed by a later sweep.
  const sweep = database.prepareWrite(
    `WITH forgotten AS (DELETE FROM gateways WHERE seen_at < now() - interval '1 hour')
     DELETE FROM sent_forms WHERE flow IN (
       SELECT flow FROM sent_forms WHERE ends_at < now() OR ends_at <= (
         SELECT ends_at FROM sent_forms ORDER BY ends_at DESC OFFSET ${maxForms} LIMIT 1)
       FOR UPDATE SKIP LOCKED)`,
  )
  return async () => void (await sweep.run())
}
