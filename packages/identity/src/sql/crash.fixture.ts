/** Writes rows as fast as it can and prints each number once it is stored, until it is killed. */
import { writeSync } from 'node:fs'

import { openDatabase } from './open.ts'
import { createFlowStore } from './flow-store.ts'

const database = openDatabase(`sqlite://${process.argv[2] ?? ''}`)
const store = createFlowStore(database)
for (let number = 1; ; number += 1) {
  await database.durable(() => store.insertError({ id: crypto.randomUUID(), body: {}, createdAt: number }))
  writeSync(1, `${number}\n`)
}
