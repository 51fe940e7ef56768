import { integer, json, text, type Database, type Row } from '@gatehouse/platform/database'
import { isUuid, type Seals } from '@gatehouse/platform/secrets'
import type { Clock } from '@gatehouse/platform/work'
import { randomUUID } from 'node:crypto'
import { RefusalError } from '../../http/answer.ts'
import type { StagedFacts, StagedImport, Staging } from '../../model/staged-import.ts'
import { refuseImport, takesFurtherFile } from './refusals.ts'

/** The maximum age of a waiting file, in milliseconds, and the maximum number of waiting files of a project. */
const most = { ageMs: 24 * 60 * 60 * 1_000, files: 20 } as const

/** A file that a job reads stays until the job has ended. */
const unused = "NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.source = imports.id AND jobs.state = 'running')"

/** Creates the store of files of people in a database: sealed, for a day at most. */
export function createStaging(database: Database, seals: Seals, clock: Clock = Date.now): Staging {
  const contents = prepareContents(database, seals)
  const insert = database.prepare('INSERT INTO imports (id, project_id, received_at) VALUES (?, ?, ?)')
  const describe = database.prepare('UPDATE imports SET facts = ? WHERE id = ?')
  const columns = 'id, project_id, facts, received_at'
  const find = database.prepare(`SELECT ${columns} FROM imports WHERE project_id = ? AND id = ? AND facts IS NOT NULL`)
  const list = database.prepare(
    `SELECT ${columns} FROM imports WHERE project_id = ? AND facts IS NOT NULL ORDER BY received_at DESC, id DESC`,
  )
  const listOf: Staging['list'] = async (projectId) => (await list.all(projectId)).flatMap((row) => stagedOf(row) ?? [])
  const { discard, dropOverflow, ...removal } = prepareRemoval(database, clock, listOf)

  const change: Staging['change'] = (staged, changedOf) =>
    database.durable(async () => {
      const found = stagedOf(await find.get(staged.projectId, staged.id))
      if (found === undefined) return undefined
      const changed = changedOf(found)
      await describe.run(factsIn(changed), staged.id)
      return changed
    })

  return {
    ...removal,
    discard,
    contentOf: (id) => () => contents.read(id),
    receive: async (projectId, body) => {
      const id = randomUUID()
      await database.durable(async () => {
        await dropOverflow(projectId)
        await insert.run(id, projectId, clock())
      })
      try {
        return { id, bytes: await contents.store(id, body) }
      } catch (error) {
        await discard(id)
        throw error
      }
    },
    describe: async (projectId, { id }, facts) => {
      const changed = await database.durable(() => describe.run(JSON.stringify(facts), id))
      return changed === 0 ? undefined : stagedOf(await find.get(projectId, id))
    },
    add: (staged, file) =>
      change(staged, (found) => {
        // Another file may have arrived during the upload of this one, or another system may have been named.
        if (!takesFurtherFile(found)) throw refuseImport('single')
        if (found.source !== staged.source) throw refuseImport('other_source', staged.source)
        return { ...found, more: [...(found.more ?? []), file] }
      }),
    change,
    find: async (projectId, id) => (isUuid(id) ? stagedOf(await find.get(projectId, id)) : undefined),
    list: listOf,
  }
}

/** Removes files: single ones, all of a project, and those that are too old or too many. */
function prepareRemoval(database: Database, clock: Clock, list: Staging['list']) {
  const ofProject = database.prepare(
    `SELECT id, received_at FROM imports WHERE project_id = ? AND ${unused} ORDER BY received_at DESC, id DESC`,
  )
  const all = database.prepare('SELECT id FROM imports WHERE project_id = ?')
  const withOld = database.prepare(`SELECT DISTINCT project_id FROM imports WHERE received_at < ? AND ${unused}`)
  const factsOf = database.prepare('SELECT facts FROM imports WHERE id = ?')
  const remove = database.prepare('DELETE FROM imports WHERE id = ?')

  const discard = (id: string) =>
    database.durable(async () => {
      const row = await factsOf.get(id)
      const isDescribed = typeof row?.['facts'] === 'string'
      const { more = [] } = isDescribed ? (json(row, 'facts') as StagedFacts) : {}
      for (const further of more) await remove.run(further.id)
      await remove.run(id)
    })
  const discardAll = async (rows: readonly Row[]) => {
    for (const row of rows) await discard(text(row, 'id'))
  }

  /** Returns the files that belong to no other one: a further file stays as long as its import. */
  async function onTheirOwn(projectId: string, rows: readonly Row[]): Promise<readonly Row[]> {
    const further = new Set((await list(projectId)).flatMap(({ more = [] }) => more.map(({ id }) => id)))
    return rows.filter((row) => !further.has(text(row, 'id')))
  }

  /** Removes what is too old or too many. One unit: a file that another call begins to use meanwhile stays. */
  const dropOverflow = (projectId: string) =>
    database.durable(async () => {
      const files = await onTheirOwn(projectId, await ofProject.all(projectId))
      await discardAll(
        files.filter((row, index) => index >= most.files || integer(row, 'received_at') < clock() - most.ageMs),
      )
    })

  return {
    discard,
    dropOverflow,
    sweep: async () => {
      for (const row of await withOld.all(clock() - most.ageMs)) await dropOverflow(text(row, 'project_id'))
    },
    removeAll: async (projectId: string) => discardAll(await all.all(projectId)),
  }
}

/** The bytes of files, in sealed pieces. */
function prepareContents(database: Database, seals: Seals) {
  const addPiece = database.prepare('INSERT INTO import_pieces (import_id, position, sealed) VALUES (?, ?, ?)')
  const complete = database.prepare('UPDATE imports SET pieces = ? WHERE id = ?')
  const pieces = database.prepare('SELECT pieces FROM imports WHERE id = ?')
  const piece = database.prepare('SELECT sealed FROM import_pieces WHERE import_id = ? AND position = ?')

  async function store(id: string, body: AsyncIterable<Uint8Array>): Promise<number> {
    let bytes = 0
    let position = 0
    for await (const part of inPieces(body)) {
      const sealed = seals.seal(part, contextOf(id, position))
      // A unit for each: an upload that is slow holds up no other call.
      await database.write(() => addPiece.run(id, position, sealed))
      bytes += part.byteLength
      position += 1
    }
    await database.write(() => complete.run(position, id))
    return bytes
  }

  async function* read(id: string): AsyncGenerator<Uint8Array> {
    const count = integer((await pieces.get(id)) ?? gone(), 'pieces')
    for (let position = 0; position < count; position += 1) {
      const sealed = text((await piece.get(id, position)) ?? gone(), 'sealed')
      const bytes = seals.openBytes(sealed, contextOf(id, position))
      if (bytes === undefined) {
        const reason = 'The file cannot be opened: the secret that it was sealed with was replaced. Hand it in again.'
        throw new RefusalError({ code: 409, reason })
      }
      yield bytes
    }
  }

  return { store, read }
}

function gone(): never {
  throw new RefusalError({ code: 404, reason: 'The file was removed meanwhile.' })
}

/** Returns the context of a piece: it opens only at its own position. */
function contextOf(id: string, position: number): string {
  return `import ${id} ${position}`
}

function factsIn({ id: _id, projectId: _project, receivedAt: _at, ...facts }: StagedImport): string {
  return JSON.stringify(facts)
}

function stagedOf(row: Row | undefined): StagedImport | undefined {
  if (row === undefined) return undefined
  const facts = json(row, 'facts') as StagedFacts
  const ids = { id: text(row, 'id'), projectId: text(row, 'project_id') }
  return { ...facts, ...ids, receivedAt: integer(row, 'received_at') }
}

/** The size of a piece of a file that is sealed and stored as one, in bytes. */
const pieceBytes = 256 * 1_024

/** Splits bytes into pieces of about one size, whatever the size of the chunks that arrive. */
async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    for (let from = 0; from < chunk.byteLength; from += pieceBytes) {
      const part = chunk.subarray(from, from + pieceBytes)
      waiting.push(part)
      bytes += part.byteLength
      if (bytes < pieceBytes) continue
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
