import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MessageHeaders } from './message-headers.ts'

let arrived: ((message: IncomingMessage) => void) | undefined
const server = createServer((message, response) => {
  arrived?.(message)
  response.end()
})

beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => server.close())

/** A request with these header lines, as it comes out of Node's parser. */
async function arriving(...lines: readonly string[]): Promise<MessageHeaders> {
  const message = new Promise<IncomingMessage>((resolve) => (arrived = resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(['GET / HTTP/1.1', 'Host: a.example', ...lines, 'Connection: close', '', ''].join('\r\n'))
  const headers = new MessageHeaders(await message)
  socket.destroy()
  return headers
}

describe('the headers of a request from the network', () => {
  test('are the platform’s: joined, in any case, and absent where they were not sent', async () => {
    const headers = await arriving(
      'X-Twice: one',
      'x-twice: two',
      'Cookie: a=1',
      'cookie: b=2',
      'User-Agent: A',
      'user-agent: B',
    )
    const platform = new Headers([...headers])
    for (const name of [
      'host',
      'X-Twice',
      'cookie',
      'User-Agent',
      'connection',
      'absent',
      '__proto__',
      'constructor',
    ]) {
      expect([name, headers.get(name), headers.has(name)]).toEqual([name, platform.get(name), platform.has(name)])
    }
    expect(headers.get('x-twice')).toBe('one, two')
    expect(headers.get('cookie')).toBe('a=1; b=2')
    expect(headers.get('user-agent')).toBe('A, B')
    expect([...headers.keys()]).toEqual([...platform.keys()])
    expect([...headers.values()]).toEqual([...platform.values()])
  })

  test.each([
    ['asked for before', (headers: Headers) => [...headers].length + (headers.get('x-forwarded-for') ?? '').length],
    ['not asked for before', () => 0],
  ])('what is corrected is corrected in every reading of them: %s', async (_, read) => {
    const headers = await arriving('X-Forwarded-For: 6.6.6.6', 'x-forwarded-for: 7.7.7.7', 'X-Real-IP: 6.6.6.6')
    read(headers)
    headers.set('X-Forwarded-For', '192.0.2.7')
    headers.delete('x-real-ip')
    headers.append('x-way', 'one')
    headers.append('X-Way', 'two')
    const expected = { connection: 'close', host: 'a.example', 'x-forwarded-for': '192.0.2.7', 'x-way': 'one, two' }
    expect(Object.fromEntries(headers)).toEqual(expected)
    expect(Object.fromEntries(new Headers(headers))).toEqual(expected)
    expect(Object.fromEntries(new Request('http://a.example/', { headers }).headers)).toEqual(expected)
    const seen: Record<string, string> = {}
    headers.forEach((value, name) => (seen[name] = value))
    expect(seen).toEqual(expected)
    expect([headers.get('x-forwarded-for'), headers.has('X-Real-IP')]).toEqual(['192.0.2.7', false])
  })
})
