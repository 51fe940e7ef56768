import { text, type Database } from '@gatehouse/platform/database'

import { createSealedTexts } from '../courier/sealed-texts.ts'
import type { Seals } from '../credentials/sealed.ts'

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
