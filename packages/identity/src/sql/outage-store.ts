import { integer, optionalInteger, text, type Database, type Row } from '@gatehouse/platform/database'

import { worksWell, type Outage, type OutageStore } from '../courier/outages.ts'

/** Creates the store of outages, in their table: every process reads it, whichever one delivers messages. */
export function createOutageStore(database: Database): OutageStore {
  const columns = 'type, step, reason, since, failures, next_try, ended_at'
  const all = database.prepare(`SELECT ${columns} FROM courier_outages WHERE ended_at IS NULL ORDER BY type`)
  const find = database.prepare(`SELECT ${columns} FROM courier_outages WHERE type = ?`)
  const fail = database.prepare(
    `INSERT INTO courier_outages (type, step, reason, since, failures, next_try)
     VALUES (:type, :step, :reason, :since, :failures, :nextTry)
     ON CONFLICT (${database.dialect === 'postgres' ? 'project, type' : 'type'}) DO UPDATE SET
       step = excluded.step, reason = excluded.reason, next_try = excluded.next_try, ended_at = NULL,
       failures = max(courier_outages.failures, excluded.failures),
       since = CASE WHEN courier_outages.ended_at IS NULL THEN courier_outages.since ELSE excluded.since END`,
  )
  const reserve = database.prepare(
    'UPDATE courier_outages SET next_try = :to WHERE type = :type AND next_try = :from AND ended_at IS NULL',
  )
  const hurry = database.prepare('UPDATE courier_outages SET failures = 0, next_try = 0 WHERE ended_at IS NULL')
  const end = database.prepare(
    'UPDATE courier_outages SET failures = 0, next_try = 0, ended_at = :at WHERE type = :type AND ended_at IS NULL',
  )
  return {
    all: async () => (await all.all()).map(outageOf),
    find: async (type) => {
      const row = await find.get(type)
      if (row === undefined) return worksWell
      const endedAt = optionalInteger(row, 'ended_at')
      return {
        outage: endedAt === undefined ? outageOf(row) : undefined,
        failures: integer(row, 'failures'),
        nextTry: integer(row, 'next_try'),
        endedAt,
      }
    },
    fail: ({ type, step, reason, since }, { failures, nextTry }) =>
      database.write(async () => void (await fail.run({ type, step, reason, since, failures, nextTry }))),
    reserve: (type, from, to) => database.write(async () => (await reserve.run({ type, from, to })) > 0),
    hurry: () => database.write(async () => void (await hurry.run())),
    end: (type, at) => database.write(async () => (await end.run({ type, at })) > 0),
  }
}

function outageOf(row: Row): Outage {
  return {
    type: text(row, 'type') as Outage['type'],
    step: text(row, 'step') as Outage['step'],
    reason: text(row, 'reason'),
    since: integer(row, 'since'),
  }
}
