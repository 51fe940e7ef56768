import type { CourierMessage } from '@gatehouse/contract/identities'
import { expect, test } from 'vitest'
import { toMail } from './mail.ts'

const message = (body: string): CourierMessage => ({
  id: '1',
  status: 'sent',
  type: 'email',
  recipient: 'ada@example.com',
  subject: 'Hello',
  body,
  template_type: 'login_code_valid',
  send_count: 1,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
})

test.each([
  ['Your code is:\n\n123456\n', '123456'],
  ['(654321)', '654321'],
  ['Order 1234567 and 12345', null],
  ['flow 0b9f6d5e-123456-9d0e', null],
])('the code in %j is %s', (body, code) => {
  expect(toMail(message(body)).code).toBe(code)
})

test('a link loses the full stop after it', () => {
  expect(toMail(message('Open http://localhost:4455/verification?flow=1&code=2.')).link).toBe(
    'http://localhost:4455/verification?flow=1&code=2',
  )
})
