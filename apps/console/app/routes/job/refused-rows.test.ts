import { expect, test } from 'vitest'
import { firstRefusals } from './refused-rows.server.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('refusals are read until there are enough of them, and no further @refused-rows-1', async () => {
  let sent = 0
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(bytesOf(`{"identity":"${sent}","reason":"no"}\n`))
    },
    cancel() {
      isCancelled = true
    },
  })
  const rows = await firstRefusals(endless, 3)
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(isCancelled).toBe(true)
})

test('rows are read wherever their bytes are cut, with the place of each entry in its line', async () => {
  const lines = [
    { line: 7, index: 0, reason: 'größer' },
    { line: 7, index: 1, reason: 'b' },
    { line: 9, reason: 'c' },
  ]
  const bytes = bytesOf(lines.map((line) => JSON.stringify(line)).join('\n'))
  const report = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  expect(await firstRefusals(report, 50)).toEqual([
    { kind: 'entry', id: '7 · 0', reason: 'größer' },
    { kind: 'entry', id: '7 · 1', reason: 'b' },
    { kind: 'entry', id: '9', reason: 'c' },
  ])
})
