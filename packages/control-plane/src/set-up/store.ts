import { integer, text, type Database } from '@gatehouse/platform/database'

/** Set-up links in a database. Times are Unix milliseconds. */
export interface SetUpStore {
  /** Stores a link, and removes every other one. */
  replace(tokenDigest: string, expiresAt: number, now: number): Promise<void>
  isOpen(tokenDigest: string, now: number): Promise<boolean>
  /** Returns the unused link; absent: there is none. */
  open(now: number): Promise<{ readonly tokenDigest: string; readonly createdAt: number } | undefined>
  /** Uses a link. True only once: it cannot be used again. */
  use(tokenDigest: string, identityId: string, now: number): Promise<boolean>
}

/** The set-up link in SQLite: a digest, and when it expires. */
export function createSetUpStore(database: Database): SetUpStore {
  const open = 'token_digest = ? AND used_at IS NULL AND expires_at > ?'
  const forget = database.prepare('DELETE FROM set_up_links WHERE used_at IS NULL')
  const insert = database.prepare('INSERT INTO set_up_links (token_digest, created_at, expires_at) VALUES (?, ?, ?)')
  const find = database.prepare(`SELECT 1 FROM set_up_links WHERE ${open}`)
  const last = database.prepare(
    'SELECT token_digest, created_at FROM set_up_links WHERE used_at IS NULL AND expires_at > ?',
  )
  const use = database.prepare(`UPDATE set_up_links SET used_at = ?, used_by = ? WHERE ${open}`)
  return {
    replace: (tokenDigest, expiresAt, now) =>
      database.durable(async () => {
        await forget.run()
        await insert.run(tokenDigest, now, expiresAt)
      }),
    isOpen: async (tokenDigest, now) => (await find.get(tokenDigest, now)) !== undefined,
    open: async (now) => {
      const row = await last.get(now)
      return row && { tokenDigest: text(row, 'token_digest'), createdAt: integer(row, 'created_at') }
    },
    use: (tokenDigest, identityId, now) =>
      database.durable(async () => (await use.run(now, identityId, tokenDigest, now)) > 0),
  }
}
