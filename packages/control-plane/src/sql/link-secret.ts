import { text, type Database } from '@gatehouse/platform/database'
import { createSeals, Secret } from '@gatehouse/platform/secrets'

const context = 'secret of links and event streams'

/**
 * Returns the secret that onboarding links and signing secrets of event streams are made from. The database keeps it sealed,
 * from the first call on, when it is `initial`: a rotation of `secrets` (the newest first) changes no link and no signature.
 * It is sealed again with the newest one. `undefined`: none of them opens it.
 */
export async function keptLinkSecret(
  database: Database,
  secrets: readonly Secret[],
  initial: Secret,
): Promise<Secret | undefined> {
  const seals = createSeals(secrets)
  const find = database.prepare('SELECT sealed FROM link_secrets WHERE id = 1')
  const add = database.prepare('INSERT INTO link_secrets (id, sealed) VALUES (1, ?) ON CONFLICT DO NOTHING')
  const swap = database.prepare('UPDATE link_secrets SET sealed = ? WHERE id = 1 AND sealed = ?')
  const seal = (secret: string) => seals.seal(secret, context)
  const read = async () => {
    const row = await find.get()
    return row && text(row, 'sealed')
  }
  const before = await read()
  if (before === undefined) await database.durable(async () => void (await add.run(seal(initial.reveal()))))
  // Another process may have been the first.
  const sealed = before ?? (await read()) ?? ''
  const secret = seals.open(sealed, context)
  if (secret === undefined) return undefined
  if (createSeals(secrets.slice(0, 1)).open(sealed, context) === undefined) {
    await database.durable(async () => void (await swap.run(seal(secret), sealed)))
  }
  return new Secret(secret)
}

/** Removes the secret that none of `secrets` opens: the next start keeps another one. */
export async function dropLostLinkSecret(database: Database, secrets: readonly Secret[]): Promise<void> {
  const row = await database.prepare('SELECT sealed FROM link_secrets WHERE id = 1').get()
  if (row === undefined || createSeals(secrets).open(text(row, 'sealed'), context) !== undefined) return
  const remove = database.prepare('DELETE FROM link_secrets WHERE id = 1')
  await database.durable(async () => void (await remove.run()))
}
