import { expect, test } from 'vitest'

import { trySchemas } from './compile-trial.ts'

const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]))
const traits = (document: object) => ({ type: 'object', properties: { traits: { type: 'object', ...document } } })
const job = (document: object) => ({
  schemas: [{ id: 'default', document: traits(document), selfserviceSelectable: false }],
  defaultSchemaId: 'default',
})

test('large schemas are compiled in a thread first, which reports their faults @compile-trial-1', async () => {
  expect(await trySchemas(job({ properties: properties(400) }))).toEqual([])
  const wrong = { properties: { ...properties(400), wrong: { type: 'strin' } } }
  expect(await trySchemas(job(wrong))).toEqual([expect.stringContaining('The identity schema "default" schema is inv')])
  const large = await trySchemas(job({ properties: properties(800) }))
  expect(large).toEqual([expect.stringContaining('has more than 900 keywords and names')])
})

test('schemas that cannot be compiled in time are refused, and the thread ends @compile-trial-2', async () => {
  const endless = new URL('./credentials/endless-worker.fixture.ts', import.meta.url)
  expect(await trySchemas(job({ properties: properties(400) }), endless, 500)).toEqual([
    expect.stringContaining('could not be compiled in ten seconds'),
  ])
  expect(await trySchemas(job({ properties: properties(300) }))).toEqual([])
})
