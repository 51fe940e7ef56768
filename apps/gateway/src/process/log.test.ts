import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(entry: object): Record<string, unknown> {
  const lines: string[] = []
  const destination = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  createLog('info', destination).info(entry, 'something happened')
  return JSON.parse(lines.join(''))
}

test.each([
  { code: 137, signal: null },
  { code: null, signal: 'SIGKILL' },
  { code: 404 },
  { cause: { code: 'ECONNREFUSED' } },
  { error: { code: 'ERR_SOCKET_CLOSED' } },
  { error: { code: '57P03' } },
])('exit codes and codes of errors are legible: %j @log-1', (entry) => {
  expect(written(entry)).toMatchObject(entry)
})

test('the code of an error that is logged is legible', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(written({ err: error })).toMatchObject({ err: { code: 'ECONNREFUSED' } })
})

test.each(['123456', 123456, 'abcd1234', 'ory_ac_Zx81kd', 'ABCDEF12'])(
  'a one-time code is struck out, wherever it is handed over: %j @log-2',
  (code) => {
    for (const entry of [{ code }, { body: { code } }, { flow: { body: { code } } }, { totp_code: code }]) {
      expect(JSON.stringify(written(entry))).not.toContain(String(code))
    }
  },
)

test.each([
  'password',
  'session_token',
  'sessionToken',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'connection_uri',
  'dsn',
  'logout_token',
  'totp_secret',
  'lookup_secret',
  'authorization',
  'x-session-token',
])('%s is struck out by its name @log-3', (field) => {
  const value = 'hunter2-hunter2'
  for (const entry of [{ [field]: value }, { a: { [field]: value } }, { a: { b: { [field]: value } } }]) {
    expect(JSON.stringify(written(entry))).not.toContain(value)
  }
})
