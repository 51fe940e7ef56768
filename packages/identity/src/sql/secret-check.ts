import { text, type Database } from '@gatehouse/platform/database'
import { createSeals, type Secret, type Seals } from '@gatehouse/platform/secrets'

import { createSealedTexts } from '../courier/sealed-texts.ts'
import { opensAccount } from '../strategies/seal-anew.ts'
import { identityColumns, identityOf } from './identity-row.ts'

const context = 'check of the secrets'
const content = 'gatehouse'
/** So many of each kind are tried where no check value was kept yet: some may be of a secret that was lost before. */
const tried = 20

/**
 * Whether secrets (`secrets.cipher`, the newest first) are those of a database. It keeps a value that they open; one from
 * before there were such values is judged by what is sealed in it, and is sound where nothing is. The value is sealed
 * anew with the newest secret, so that the others can be dropped once nothing else needs them.
 */
export async function secretsAreOfDatabase(database: Database, secrets: readonly Secret[]): Promise<boolean> {
  const seals = createSeals(secrets)
  const find = database.prepare('SELECT sealed FROM secret_checks WHERE id = 1')
  const add = database.prepare('INSERT INTO secret_checks (id, sealed) VALUES (1, ?) ON CONFLICT DO NOTHING')
  const replace = database.prepare('UPDATE secret_checks SET sealed = ? WHERE id = 1 AND sealed = ?')
  const kept = async () => {
    const row = await find.get()
    return row && text(row, 'sealed')
  }
  if ((await kept()) === undefined) {
    if (!(await opensWhatIsSealed(database, seals))) return false
    await database.durable(async () => void (await add.run(seals.seal(content, context))))
  }
  // Another process may have been the first.
  const sealed = (await kept()) ?? ''
  if (seals.open(sealed, context) !== content) return false
  const isOfNewest = createSeals(secrets.slice(0, 1)).open(sealed, context) === content
  if (!isOfNewest) await database.durable(async () => void (await replace.run(seals.seal(content, context), sealed)))
  return true
}

/** Takes secrets as those of a database, whatever was kept before. */
export async function takeSecretsAsOwn(database: Database, secrets: readonly Secret[]): Promise<void> {
  const clear = database.prepare('DELETE FROM secret_checks')
  const add = database.prepare('INSERT INTO secret_checks (id, sealed) VALUES (1, ?)')
  await database.durable(async () => {
    await clear.run()
    await add.run(createSeals(secrets).seal(content, context))
  })
}

/** Whether nothing is sealed, or something of it opens. */
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
