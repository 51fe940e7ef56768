import { expect, test } from 'vitest'
import { announcesTooMuch, limitBody } from './body-limit.ts'

function streamed(chunks: number): Request {
  let left = chunks
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(10))
      else controller.close()
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  return new Request('http://localhost/login', init)
}

test('a body within the limit is read whole', async () => {
  const limited = limitBody(streamed(3), 30)
  expect((await limited.request.arrayBuffer()).byteLength).toBe(30)
  expect(limited.exceeded()).toBe(false)
})

test('an endless body is cut off, with any announced length @body-limit-1', async () => {
  const limited = limitBody(streamed(Infinity), 30)
  await expect(limited.request.arrayBuffer()).rejects.toThrow()
  expect(limited.exceeded()).toBe(true)
})

test('form fields survive the counting', async () => {
  const request = new Request('http://localhost/login', { method: 'POST', body: new URLSearchParams({ a: '1' }) })
  expect((await limitBody(request, 100).request.formData()).get('a')).toBe('1')
})

test('an announced length is enough to refuse', () => {
  expect(announcesTooMuch(new Headers({ 'content-length': '31' }), 30)).toBe(true)
  expect(announcesTooMuch(new Headers({ 'content-length': '30' }), 30)).toBe(false)
  expect(announcesTooMuch(new Headers(), 30)).toBe(false)
})
