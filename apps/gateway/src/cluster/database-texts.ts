import { integer, text, type Database, type ReadableDatabase } from '@gatehouse/platform/database'
import { isNamespace } from '@gatehouse/i18n/languages'
import { missingLimits, type MissingCollection } from '@gatehouse/i18n/missing'

type Collected = Awaited<ReturnType<MissingCollection['all']>>[number]

/** Stores the collected missing texts in the database that all gateways share; its units of work are serial. */
export function databaseTexts(database: Database): MissingCollection {
  const count = database.prepare('SELECT count(*) AS total FROM missing_texts WHERE language = ? AND namespace = ?')
  const find = database.prepare('SELECT 1 AS one FROM missing_texts WHERE language = ? AND namespace = ? AND key = ?')
  const insert = database.prepare('INSERT INTO missing_texts (language, namespace, key, text) VALUES (?, ?, ?, ?)')
  const clear = database.prepare('DELETE FROM missing_texts')
  return {
    add: ({ lng, ns }, texts) =>
      database.write(async () => {
        let kept = integer((await count.get(lng, ns)) ?? {}, 'total')
        let added = 0
        let full = false
        for (const [key, value] of texts) {
          if ((await find.get(lng, ns, key)) !== undefined) continue
          full = kept >= missingLimits.keysPerCatalogue
          if (full) break
          await insert.run(lng, ns, key, value)
          kept += 1
          added += 1
        }
        return { added, full }
      }),
    all: () => collectedTexts(database),
    clear: () => database.write(async () => void (await clear.run())),
  }
}

/** Returns the collected texts from a read-only database. */
export async function collectedTexts(database: ReadableDatabase): Promise<readonly Collected[]> {
  const all = database.prepare('SELECT language, namespace, key, text FROM missing_texts ORDER BY 1, 2, 3')
  const found = new Map<string, Collected & { readonly texts: Map<string, string> }>()
  for (const row of await all.all()) {
    const [lng, ns] = [text(row, 'language'), text(row, 'namespace')]
    if (!isNamespace(ns)) continue
    const one = found.get(`${lng}/${ns}`) ?? { lng, ns, texts: new Map<string, string>() }
    one.texts.set(text(row, 'key'), text(row, 'text'))
    found.set(`${lng}/${ns}`, one)
  }
  return [...found.values()]
}
