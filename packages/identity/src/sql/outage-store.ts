import { integer, text, type Database } from '@gatehouse/platform/database'

import type { Outage, OutageStore } from '../courier/outages.ts'

/** Creates the store of outages, in their table: every process reads it, whichever one delivers messages. */
export function createOutageStore(database: Database): OutageStore {
  const all = database.prepare('SELECT type, step, reason, since FROM courier_outages ORDER BY type')
  const put = database.prepare(
    `INSERT INTO courier_outages (type, step, reason, since) VALUES (:type, :step, :reason, :since)
     ON CONFLICT (${database.dialect === 'postgres' ? 'project, type' : 'type'})
     DO UPDATE SET step = excluded.step, reason = excluded.reason`,
  )
  const remove = database.prepare('DELETE FROM courier_outages WHERE type = ?')
  return {
    all: async () =>
      (await all.all()).map((row) => ({
        type: text(row, 'type') as Outage['type'],
        step: text(row, 'step') as Outage['step'],
        reason: text(row, 'reason'),
        since: integer(row, 'since'),
      })),
    put: ({ type, step, reason, since }) =>
      database.write(async () => void (await put.run({ type, step, reason, since }))),
    remove: (type) => database.write(async () => void (await remove.run(type))),
  }
}
