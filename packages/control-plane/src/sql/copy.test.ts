import { text } from '@gatehouse/platform/database'
import { expect, test } from 'vitest'
import { controlPlaneContents } from './copy.ts'
import { openControlDatabase } from './open.ts'

test('every table is copied', async () => {
  const database = openControlDatabase(':memory:')
  const tables = await database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
  // Each database has its own history of migrations, and only SQLite has flush marks.
  const own = ['migrations', 'flush_marks']
  const names = tables.map((row) => text(row, 'name')).filter((name) => !own.includes(name))
  expect(Object.keys(await controlPlaneContents(database)).toSorted()).toEqual(names.toSorted())
  database.close()
})
