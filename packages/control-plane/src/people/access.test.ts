import { expect, test } from 'vitest'

import type { ProjectAdmin } from '../model/project-host.ts'
import { accessOf } from './access.ts'

const id = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'

/** Answers as Ory Kratos 1.3.1 did when this was recorded. */
function kratos(credentials: Readonly<Record<string, object>>, { link = true } = {}): ProjectAdmin {
  const off = 'This endpoint was disabled by system administrator. Please check your url.'
  const gone = (reason: string) => Response.json({ error: { code: 404, reason } }, { status: 404 })
  return {
    kind: 'remote',
    readPublic: async () => gone(''),
    ask: async (method, path) => {
      if (method === 'POST') return gone(path.endsWith('/link') && !link ? off : 'could not find identity')
      const { searchParams } = new URL(path, 'http://kratos.test')
      const asked = searchParams.getAll('include_credential')
      const shown = Object.entries(credentials).map(([type, config]) => {
        const one = { type, identifiers: ['ada@example.org'] }
        return [type, asked.includes(type) ? { ...one, config } : one]
      })
      return Response.json({ id, credentials: Object.fromEntries(shown) })
    },
  }
}

test('placeholders that Kratos keeps are no methods', async () => {
  const found = await accessOf(
    kratos({ code: { addresses: [] }, password: {}, webauthn: { user_handle: 'fkz9Zok/Q4a+yIU35D19xQ==' } }),
    id,
  )
  expect(found).toEqual({ credentials: ['code'], recovery: ['code', 'link'] })
})

test('methods that are set up are listed, without their stored data @access-1', async () => {
  const found = await accessOf(
    kratos(
      {
        password: { hashed_password: '$2a$12$hush' },
        totp: { totp_url: 'otpauth://totp/hush' },
        lookup_secret: { recovery_codes: [{ code: 'hush' }] },
        webauthn: { credentials: [{ id: 'hush' }], user_handle: 'hush' },
        passkey: { credentials: [] },
      },
      { link: false },
    ),
    id,
  )
  expect(found).toEqual({ credentials: ['password', 'totp', 'lookup_secret', 'webauthn'], recovery: ['code'] })
  expect(JSON.stringify(found)).not.toContain('hush')
})
