import { createHmac } from 'node:crypto'

import { integer, type Database } from '@gatehouse/platform/database'

/** The signing secrets of a stream: `whsec_` and 32 bytes in base64, as the Standard Webhooks specification has them. */
export interface StreamSecrets {
  readonly current: string
  /** Valid until `previousUntil` (Unix milliseconds); absent when it has expired. */
  readonly previous: string | undefined
  readonly previousUntil: number | undefined
}

/** Creates, stores and replaces signing secrets. */
export interface SecretBook {
  secretsOf(streamId: string, now: number): Promise<StreamSecrets>
  /** Signs with a new secret from now on; the previous one stays valid for `overlapMs`. */
  rotate(streamId: string, overlapMs: number, now: number): Promise<StreamSecrets>
}

/**
 * Derives secrets from the stream's id, a version and a key outside of the database: a stolen copy of the database can
 * sign nothing, and a restored backup loses no secret.
 */
export function createSecretBook(database: Database, key: string): SecretBook {
  const find = database.prepare('SELECT version, previous_until FROM event_stream_secrets WHERE stream_id = ?')
  const save = database.prepare(
    `INSERT INTO event_stream_secrets (stream_id, version, previous_until) VALUES (?, ?, ?)
     ON CONFLICT (stream_id) DO UPDATE SET version = excluded.version, previous_until = excluded.previous_until`,
  )
  const make = (streamId: string, version: number): string =>
    `whsec_${createHmac('sha256', key).update(`event stream ${streamId} ${version}`).digest('base64')}`
  const stateOf = async (streamId: string) => {
    const row = await find.get(streamId)
    return row
      ? { version: integer(row, 'version'), previousUntil: integer(row, 'previous_until') }
      : { version: 1, previousUntil: 0 }
  }
  const secretsOf: SecretBook['secretsOf'] = async (streamId, now) => {
    const { version, previousUntil } = await stateOf(streamId)
    const isTwofold = version > 1 && previousUntil > now
    return {
      current: make(streamId, version),
      previous: isTwofold ? make(streamId, version - 1) : undefined,
      previousUntil: isTwofold ? previousUntil : undefined,
    }
  }
  return {
    secretsOf,
    rotate: (streamId, overlapMs, now) =>
      database.durable(async () => {
        await save.run(streamId, (await stateOf(streamId)).version + 1, now + overlapMs)
        return secretsOf(streamId, now)
      }),
  }
}
