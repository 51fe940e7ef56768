import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { openDatabase, readMigrations } from './open.ts'

/** TABLE: the rows of an older version, in an order that foreign keys allow. */
const rows = [
  ['identities', { id: 'ada', schema_id: 'person', state: 'active', document: '{}', created_at: 1, updated_at: 1 }],
  ['identities', { id: 'bob', schema_id: 'person', state: 'active', document: '{}', created_at: 2, updated_at: 2 }],
  ['identity_identifiers', { family: 'password', identifier: 'ada@example.org', identity_id: 'ada' }],
  ['identity_verifiable_addresses', { value: 'ada@example.org', identity_id: 'ada' }],
  [
    'sessions',
    {
      id: 's',
      identity_id: 'ada',
      token_hash: 'h',
      active: 1,
      aal: 'aal1',
      methods: '[]',
      devices: '[]',
      issued_at: 1,
      authenticated_at: 1,
      expires_at: 9,
      created_at: 1,
    },
  ],
  ['flows', { id: 'f', kind: 'recovery', identity_id: null, expires_at: 9, document: '{}' }],
  ['codes', code('of ada', 'ada')],
  ['codes', code('of bob', 'bob')],
  ['codes', code('of no account', null)],
  ['courier_messages', message('m')],
] as const

function code(id: string, identity: string | null) {
  const common = { flow_id: 'f', purpose: 'recovery', code_hash: 'h', address: 'a@example.org' }
  return { id, ...common, identity_id: identity, sequence: 1, expires_at: 9, used_at: null }
}

function message(id: string) {
  const common = { status: 'queued', type: 'email', channel: 'email', recipient: 'ada@example.org', subject: 's' }
  const texts = { body: 'b', html: 'h', template_type: 'recovery_code' }
  return { id, ...common, ...texts, send_count: 0, due_at: 1, created_at: 1, updated_at: 1 }
}

const all = readMigrations()
const first = all.findIndex(({ name }) => name.endsWith('create_identity_service'))
const withheld = all.findIndex(({ name }) => name.endsWith('sealed_messages'))

test.each([
  ['the first one', first, []],
  ['one with messages for addresses without an account', withheld, [['withheld_messages', message('w')] as const]],
])(
  'what %s wrote is there after an upgrade, and still belongs to whom it belonged @upgrade-1',
  async (_, index, more) => {
    const dsn = `sqlite://${mkdtempSync(join(tmpdir(), 'gatehouse-upgrade-'))}/a.sqlite`
    const before = openDatabase(dsn, { migrations: all.slice(0, index + 1) })
    for (const [table, row] of [...rows, ...more]) {
      const names = Object.keys(row)
      const insert = before.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      await before.write(() => insert.run(...Object.values(row)))
    }
    before.close()

    const after = openDatabase(dsn)
    const ids = async (sql: string) => (await after.prepare(sql).all()).map((row) => row['id'])
    expect(await after.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(await after.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    expect(await ids('SELECT id FROM identities ORDER BY id')).toEqual(['ada', 'bob'])
    expect(await ids('SELECT id FROM sessions')).toEqual(['s'])
    expect(await ids('SELECT id FROM flows')).toEqual(['f'])
    // The message for an address without an account was not to be sent.
    expect(await ids('SELECT id FROM courier_messages WHERE withheld = 0')).toEqual(['m'])
    expect(await ids('SELECT id FROM codes WHERE owner_exists = 1 ORDER BY id')).toEqual(['of ada', 'of bob'])
    const [stranger] = await after.prepare("SELECT owner_id FROM codes WHERE id = 'of no account'").all()
    expect(String(stranger?.['owner_id'])).toMatch(/^[\da-f]{32}$/)
    await after.write(() => after.prepare("DELETE FROM identities WHERE id = 'ada'").run())
    expect(await ids('SELECT id FROM codes ORDER BY id')).toEqual(['of bob', 'of no account'])
    expect(await ids('SELECT id FROM sessions')).toEqual([])
    after.close()
  },
)
