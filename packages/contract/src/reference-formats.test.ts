import { expect, test } from 'vitest'

import { referenceFormats } from './reference-formats.ts'
import table from './reference-formats.fixture.json' with { type: 'json' }

test.each(Object.entries(table.formats))(
  'the format %s accepts and refuses what the validator of Ory Kratos does @formats-1',
  (name, { accepted, refused }) => {
    const isOfFormat = referenceFormats[name]
    const taken = [...accepted, ...refused].filter((text) => isOfFormat?.(text))
    expect(taken).toEqual(accepted)
  },
)

test('formats of one kind have several names', () => {
  const { uri, ipv4, ...others } = referenceFormats
  expect(others).toMatchObject({ iri: uri, 'ip-address': ipv4, uriref: others['uri-reference'] })
  expect(others['iri-reference']).toBe(others['uri-reference'])
})

test('no text makes a format take long @formats-6', () => {
  const pieces = ['a', '"', '\\"', '@', '.', ':', '0', '{', '}', '/', '%25', '~0', '[', ' ']
  const before = process.threadCpuUsage()
  for (const isOfFormat of Object.values(referenceFormats)) {
    for (const piece of pieces) isOfFormat(`http://${piece.repeat(20_000)}\n`)
  }
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(2_000)
})
