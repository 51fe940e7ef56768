import { integer, oneOf, optionalText, text, type Row, type Database } from '@gatehouse/platform/database'

/** The destination of a stream's events. The endpoint of `https` may contain a name and a password. */
export type Destination =
  | { readonly type: 'https'; readonly httpsEndpoint: string }
  | { readonly type: 'sns'; readonly topicArn: string; readonly roleArn: string }

/** `paused`: the stream exists, but nothing is delivered. */
export type StreamStatus = 'active' | 'paused'

/** A stream of a project's events to a destination. Times are Unix milliseconds. */
export interface EventStream {
  readonly id: string
  readonly projectId: string
  /** Empty: the destination serves as the name. */
  readonly name: string
  readonly status: StreamStatus
  readonly destination: Destination
  readonly createdAt: number
  readonly updatedAt: number
}

/** Event streams in a database. */
export interface EventStreamStore {
  insert(stream: EventStream): Promise<void>
  /** Replaces name, status, destination and `updatedAt` of a stream. */
  update(stream: EventStream): Promise<void>
  /** True if there was one. */
  remove(projectId: string, id: string): Promise<boolean>
  find(projectId: string, id: string): Promise<EventStream | undefined>
  /** Oldest first. */
  list(projectId: string): Promise<readonly EventStream[]>
  /** Lists the active streams of a project, oldest first. */
  listActive(projectId: string): Promise<readonly EventStream[]>
}

/** Creates the store of event streams in their table. */
export function createEventStreamStore(database: Database): EventStreamStore {
  const columns = 'id, project_id, name, type, status, https_endpoint, topic_arn, role_arn, created_at, updated_at'
  const insert = database.prepare(`INSERT INTO event_streams (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const update = database.prepare(
    `UPDATE event_streams SET name = ?, type = ?, status = ?, https_endpoint = ?, topic_arn = ?, role_arn = ?,
     updated_at = ?, revision = revision + 1 WHERE project_id = ? AND id = ?`,
  )
  const remove = database.prepare('DELETE FROM event_streams WHERE project_id = ? AND id = ?')
  const find = database.prepare(`SELECT ${columns} FROM event_streams WHERE project_id = ? AND id = ?`)
  const list = database.prepare(`SELECT ${columns} FROM event_streams WHERE project_id = ? ORDER BY created_at, id`)
  const listActive = database.prepare(
    `SELECT ${columns} FROM event_streams WHERE project_id = ? AND status = 'active' ORDER BY created_at, id`,
  )
  return {
    insert: ({ id, projectId, name, status, destination, createdAt, updatedAt }) =>
      database.durable(async () => {
        const { type, ...where } = columnsOf(destination)
        const { endpoint, topic, role } = where
        await insert.run(id, projectId, name, type, status, endpoint, topic, role, createdAt, updatedAt)
      }),
    update: ({ id, projectId, name, status, destination, updatedAt }) =>
      database.durable(async () => {
        const { type, endpoint, topic, role } = columnsOf(destination)
        await update.run(name, type, status, endpoint, topic, role, updatedAt, projectId, id)
      }),
    remove: (projectId, id) => database.durable(async () => (await remove.run(projectId, id)) > 0),
    find: async (projectId, id) => streamOf(await find.get(projectId, id)),
    list: async (projectId) => (await list.all(projectId)).map(requiredStreamOf),
    listActive: async (projectId) => (await listActive.all(projectId)).map(requiredStreamOf),
  }
}

function columnsOf(destination: Destination) {
  return destination.type === 'https'
    ? { type: destination.type, endpoint: destination.httpsEndpoint, topic: null, role: null }
    : { type: destination.type, endpoint: null, topic: destination.topicArn, role: destination.roleArn }
}

function streamOf(row: Row | undefined): EventStream | undefined {
  return row && requiredStreamOf(row)
}

function requiredStreamOf(row: Row): EventStream {
  const type = oneOf(row, 'type', ['https', 'sns'])
  return {
    id: text(row, 'id'),
    projectId: text(row, 'project_id'),
    name: text(row, 'name'),
    status: oneOf(row, 'status', ['active', 'paused']),
    destination:
      type === 'https'
        ? { type, httpsEndpoint: optionalText(row, 'https_endpoint') ?? '' }
        : { type, topicArn: text(row, 'topic_arn'), roleArn: text(row, 'role_arn') },
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
