import { type Database, text } from '@gatehouse/platform/database'
import { createSeals, type Seals, type Secret } from '@gatehouse/platform/secrets'

import { createSealedTexts } from '../courier/sealed-texts.ts'
import { createEventOrigins } from '../events/origin.ts'
import { createEventRecorder } from '../events/recorder.ts'
import { opensAccount } from '../strategies/seal-anew.ts'
import { createRememberedDeviceStore } from './device-store.ts'
import { createEventStore } from './event-store.ts'
import { identityColumns, identityOf } from './identity-row.ts'

const context = 'check of the secrets'
const content = 'gatehouse'
/** The number of each kind that is tried without a stored check value: some may be of a secret that was lost before. */
const tried = 20

/** Reads and writes one value of a table that the secrets have sealed. */
function checkValue(database: Database, table: 'secret_checks' | 'signing_checks') {
  const find = database.prepare(`SELECT sealed FROM ${table} WHERE id = 1`)
  const add = database.prepare(`INSERT INTO ${table} (id, sealed) VALUES (1, ?) ON CONFLICT DO NOTHING`)
  const swap = database.prepare(`UPDATE ${table} SET sealed = ? WHERE id = 1 AND sealed = ?`)
  const kept = async () => {
    const row = await find.get()
    return row && text(row, 'sealed')
  }
  return {
    kept,
    /** Stores a value, and returns the stored one: another process may have been first. */
    begin: async (seals: Seals): Promise<string> => {
      await database.durable(async () => void (await add.run(seals.seal(content, context))))
      return (await kept()) ?? ''
    },
    replace: async (sealed: string, seals: Seals) =>
      database.durable(async () => void (await swap.run(seals.seal(content, context), sealed))),
  }
}

const opens = (sealed: string, secrets: readonly Secret[]): boolean =>
  createSeals(secrets).open(sealed, context) === content

/**
 * Checks that secrets (`secrets.cipher`, the newest first) are those of a database. The database keeps a value that
 * they open; a database without such a value is judged by its sealed data, and passes without any. The value is sealed
 * again with the newest secret, so that the others can be dropped once nothing else needs them.
 */
export async function secretsAreOfDatabase(database: Database, secrets: readonly Secret[]): Promise<boolean> {
  const seals = createSeals(secrets)
  const value = checkValue(database, 'secret_checks')
  const before = await value.kept()
  if (before === undefined && !(await opensWhatIsSealed(database, seals))) return false
  const sealed = before ?? (await value.begin(seals))
  if (!opens(sealed, secrets)) return false
  if (!opens(sealed, secrets.slice(0, 1))) await value.replace(sealed, seals)
  return true
}

/**
 * Checks that one of the signing secrets (`secrets.default`) was the newest one at the last start. It fails only once:
 * data signed by others expires, and the present ones are expected from now on.
 */
export async function signsAsBefore(database: Database, secrets: readonly Secret[]): Promise<boolean> {
  const seals = createSeals(secrets)
  const value = checkValue(database, 'signing_checks')
  const sealed = (await value.kept()) ?? (await value.begin(seals))
  if (!opens(sealed, secrets.slice(0, 1))) await value.replace(sealed, seals)
  return opens(sealed, secrets)
}

/** Makes secrets those of a database, and replaces the stored value. */
export async function takeSecretsAsOwn(database: Database, secrets: readonly Secret[]): Promise<void> {
  const clear = database.prepare('DELETE FROM secret_checks')
  const add = database.prepare('INSERT INTO secret_checks (id, sealed) VALUES (1, ?)')
  await database.durable(async () => {
    await clear.run()
    await add.run(createSeals(secrets).seal(content, context))
  })
}

/** Checks that there is no sealed data, or that some of it opens. */
async function opensWhatIsSealed(database: Database, seals: Seals): Promise<boolean> {
  const texts = createSealedTexts(seals)
  const messages = database.prepare(
    `SELECT id, sealed FROM courier_messages WHERE sealed IS NOT NULL ORDER BY id DESC LIMIT ${tried}`,
  )
  const accounts = database.prepare(
    `SELECT ${identityColumns} FROM identities i WHERE i.document LIKE '%"v1.%' LIMIT ${tried}`,
  )
  const opened = [
    ...(await messages.all()).map((row) => texts.open(text(row, 'id'), text(row, 'sealed')) !== undefined),
    ...(await accounts.all()).map((row) => opensAccount(identityOf(row), seals)).filter((one) => one !== undefined),
  ]
  return opened.length === 0 || opened.includes(true)
}

/** Creates what the stores need to record changes that no request causes: their events name the system. */
export function backgroundRecording(database: Database) {
  const clock = Date.now
  const events = createEventStore(database)
  const recorder = createEventRecorder({ store: events, clock, origins: createEventOrigins(), keepsClient: false })
  return { recorder, events, devices: createRememberedDeviceStore(database), clock }
}

/**
 * Seals the texts of all messages with the newest secret, so that those on their way outlive the others. A text that no
 * secret opens was lost before, and stays as it is. Returns the number of written ones.
 */
export async function sealMessagesAnew(database: Database, seals: Seals): Promise<number> {
  const texts = createSealedTexts(seals)
  const sealed = database.prepare('SELECT id, sealed FROM courier_messages WHERE sealed IS NOT NULL')
  const write = database.prepare('UPDATE courier_messages SET sealed = ? WHERE id = ?')
  return database.durable(async () => {
    let written = 0
    for (const row of await sealed.all()) {
      const id = text(row, 'id')
      const opened = texts.open(id, text(row, 'sealed'))
      if (opened === undefined) continue
      await write.run(texts.seal({ id, ...opened }) ?? null, id)
      written += 1
    }
    return written
  })
}
