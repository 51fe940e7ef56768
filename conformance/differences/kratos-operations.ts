import type { StepDifference } from './difference.ts'

const engine = 'kratos'

/** Verification, schemas and the operators' API in Ory Kratos 1.3.1. */
export const kratosOperations: readonly StepDifference[] = [
  {
    engine,
    scenario: 'verification: addresses that are none are refused',
    step: 'not an address',
    expect: {
      flow: { faulty: ['code email email= required label 1070007 ! error 4000002(property) ! error 4000001(reason)'] },
    },
    reason: 'An invalid address is also called missing, because an earlier message stays.',
  },
  {
    engine,
    scenario: 'public: identity schemas',
    step: 'one by its id',
    expect: { headers: { 'content-type': 'application/json' } },
    reason: 'A schema is sent as its file is, without a character set.',
  },
  {
    engine,
    scenario: 'public: identity schemas',
    step: 'one by its encoded id',
    expect: { headers: { 'content-type': 'application/json' } },
    reason: 'A schema is sent as its file is, without a character set.',
  },
  {
    engine,
    scenario: 'admin: credentials are shown when asked for, and removed',
    step: 'the password',
    expect: { status: 400 },
    reason: 'The password cannot be removed, even where a code is left to sign in with.',
  },
  {
    engine,
    scenario: 'admin: mails that were sent are listed without what is in them',
    step: 'the mails of one recipient',
    expect: { body: [{ id: '*', status: 'sent', subject: '*', body: '<redacted-unless-dev-mode>' }] },
    reason: 'The subject is shown.',
  },
  {
    engine,
    scenario: 'admin: health, version, and the way to the public API',
    step: 'ready, without the prefix',
    expect: {
      status: 307,
      location: '/admin/health/ready',
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '(absent)',
    },
    reason: 'Paths without the prefix are redirected to those with it.',
  },
  {
    engine,
    scenario: 'admin: health, version, and the way to the public API',
    step: 'accounts, without the prefix',
    expect: { status: 307, location: '/admin/identities?page_size=1', headers: {} },
    reason: 'Paths without the prefix are redirected to those with it.',
  },
  {
    engine,
    scenario: 'admin: health, version, and the way to the public API',
    step: 'schemas, without the prefix',
    expect: { location: '/admin/schemas' },
    reason: 'Paths without the prefix are redirected to those with it.',
  },
  {
    engine,
    scenario: 'admin: health, version, and the way to the public API',
    step: 'who am I',
    expect: { location: '/admin/sessions/whoami' },
    reason: 'Paths without the prefix are redirected to those with it.',
  },
]
