import type { Pair } from '@gatehouse/testing/growth'

import { noLimits } from './limits/policy.ts'
import { ownMethods } from './own-methods.fixture.ts'
import { createAccount, createTestService, signIn, type TestService } from './service.fixture.ts'

const on = { enabled: true }
const address = (marks: object) => ({ type: 'string', format: 'email', 'ory.sh/kratos': marks })
const marks = {
  credentials: { password: { identifier: true }, code: { identifier: true, via: 'email' } },
  verification: { via: 'email' },
  recovery: { via: 'email' },
}

/** A schema that accepts everything: every field is stored, and every address of a list signs in. */
const open = {
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: address(marks),
        emails: { type: 'array', items: address(marks) },
        username: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
        tags: { type: 'array', uniqueItems: true },
        nick: { type: 'string', pattern: '^([a-z]+)+$' },
        name: { type: 'object', properties: { first: { type: 'string' }, last: { type: 'string' } } },
      },
    },
  },
}
/** A schema that accepts only its fields: every other one is a fault. */
const closed = {
  ...open,
  properties: { traits: { ...open.properties.traits, additionalProperties: false, required: ['email'] } },
}
const toUrl = (document: object) => `base64://${Buffer.from(JSON.stringify(document)).toString('base64')}`

const configuration = {
  // It accepts passwords as long as any service does.
  hashers: { algorithm: 'argon2', argon2: { memory: '1MB', iterations: 1, parallelism: 1 } },
  identity: {
    default_schema_id: 'default',
    schemas: [
      { id: 'default', url: toUrl(open), selfservice_selectable: true },
      { id: 'closed', url: toUrl(closed), selfservice_selectable: true },
    ],
  },
  session: { whoami: { required_aal: 'aal1' } },
  selfservice: {
    methods: {
      ...ownMethods,
      oidc: {
        enabled: true,
        config: {
          providers: [
            {
              id: 'corp',
              provider: 'generic',
              client_id: 'client',
              client_secret: 'secret',
              issuer_url: 'https://idp.invalid',
              fedcm_config_url: 'https://idp.invalid/fedcm.json',
            },
          ],
        },
      },
    },
    flows: { recovery: on, verification: on },
  },
}

/** A request that can be prepared many times, each time with unused values. */
export interface Sample {
  /** The name of the test, if an operation has several. */
  readonly name?: string
  /** Returns the path with its values, created again each time. */
  readonly path: () => Promise<string>
  /** Its domain `new.example` is replaced by another one each time, so that no address is taken. */
  readonly body: unknown
  /** The same as a form, if the operation accepts forms. */
  readonly form?: readonly Pair[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates a service with an account and a session, and a body for each operation that takes one. */
export async function createGrowthService() {
  const service = await createTestService(configuration, {
    limits: noLimits,
    rememberDeviceMs: 60_000,
    fetch: () => Promise.reject(new TypeError('unreachable')),
  })
  const id = await createAccount(service, 'ada@example.org')
  const session = { 'x-session-token': await signIn(service, 'ada@example.org') }
  const key = {
    session: await signInWithKey(service, 'key@example.org'),
    path: `/self-service/gatehouse/keys/${keyId}`,
  }
  let count = 0
  const fresh = async () => createAccount(service, `person${(count += 1)}@example.org`)
  const traits = { email: 'eve@new.example', emails: ['mail@new.example'], tags: ['a b'], name: { first: 'Eve X' } }
  const identity = { schema_id: 'default', traits, state: 'active', metadata_public: { a: 'b c' } }
  const flow =
    (kind: string, schema = 'default', headers = {}) =>
    async () => {
      const { body } = await service.fetch(`/self-service/${kind}/api?identity_schema=${schema}`, { headers })
      return `/self-service/${kind}?flow=${String(body.id)}`
    }
  const submit = (kind: string, body: Readonly<Record<string, unknown>>, schema = 'default', headers = {}): Sample => ({
    name: `${String(body['method'])}: ${Object.keys(body).join(' ')}, schema ${schema}`,
    path: flow(kind, schema, headers),
    body,
    form: [
      ...Object.entries(body).flatMap(([name, value]): Pair[] => (typeof value === 'string' ? [[name, value]] : [])),
      ['traits.email', 'eve@new.example'],
    ],
    headers,
  })
  /** The same after a code has been sent, so that it compares one. */
  const afterSending = (
    kind: string,
    first: Readonly<Record<string, unknown>>,
    code: Readonly<Record<string, unknown>>,
  ) => ({
    ...submit(kind, { ...first, ...code }),
    name: `a code was sent: ${Object.keys(code).join(' ')}`,
    path: async () => {
      const path = await flow(kind)()
      await service.fetch(path, { method: 'POST', body: first })
      return path
    },
  })
  const profile = { method: 'profile', traits }
  const named = { ...traits, nick: 'ada', name: { first: 'Eve', last: 'X' } }
  const ask = { method: 'code', email: 'ada@example.org' }
  const askToSignIn = { method: 'code', identifier: 'ada@example.org' }
  const answer = '{"id":"a"}'
  const everywhere = { csrf_token: 'a', transient_payload: { a: 'b c' } }
  const password = 'correct horse battery'
  // A password is compared with sign-in names.
  const longPassword = 'correct horse battery '.repeat(186)
  const signInName = { ...traits, username: 'eve.new.example' }
  const at = (path: string) => async () => path
  const newSession = async () => {
    const person = `session${(count += 1)}@example.org`
    await createAccount(service, person)
    const headers = { 'x-session-token': await signIn(service, person) }
    return String((await service.fetch('/sessions/whoami', { headers })).body.id)
  }
  const callback: Sample = {
    path: at(''),
    body: { code: 'a', state: 'b' },
    form: [
      ['code', 'a'],
      ['state', 'b'],
    ],
  }

  /** One row for each operation with a body, by listener, method and path. */
  const samples: Readonly<Record<string, readonly Sample[]>> = {
    'public POST /self-service/login': [
      submit('login', {
        ...everywhere,
        method: 'password',
        identifier: 'ada@example.org',
        password_identifier: 'ada@example.org',
        password: 'correct horse',
      }),
      submit('login', { method: 'code', identifier: 'ada@example.org', code: '123456', traits }),
      submit('login', { method: 'totp', totp_code: '123456' }),
      submit('login', {
        method: 'oidc',
        provider: 'corp',
        id_token: 'a.b.c',
        id_token_nonce: 'a',
        upstream_parameters: { login_hint: 'b' },
      }),
      submit('login', { method: 'passkey', passkey_login: '{"id":"a"}', passkey_challenge: 'a' }),
      submit('login', { method: 'webauthn', identifier: 'ada@example.org', webauthn_login: '{"id":"a"}' }),
      submit('login', { method: 'lookup_secret', lookup_secret: 'abcd' }),
      afterSending('login', askToSignIn, { code: '123456', address: 'ada@example.org' }),
      afterSending('login', askToSignIn, { resend: 'code' }),
    ],
    'public POST /self-service/registration': ['default', 'closed'].flatMap((schema) => [
      submit('registration', { ...everywhere, method: 'password', password, traits }, schema),
      submit('registration', { method: 'password', password: longPassword, traits: signInName }, schema),
      submit('registration', { method: 'code', traits }, schema),
      submit('registration', { ...profile, traits: named, screen: 'credential-selection' }, schema),
      submit('registration', { method: 'oidc', provider: 'corp', id_token: 'a.b.c', id_token_nonce: 'a' }, schema),
      submit(
        'registration',
        { method: 'passkey', passkey_register: answer, passkey_create_data: '{}', traits },
        schema,
      ),
      submit(
        'registration',
        { method: 'webauthn', webauthn_register: answer, webauthn_register_displayname: 'a', traits },
        schema,
      ),
    ]),
    'public POST /self-service/settings': [
      submit(
        'settings',
        { ...everywhere, ...profile, traits: { ...traits, email: 'ada@example.org' } },
        'default',
        session,
      ),
      submit('settings', { method: 'password', password }, 'default', session),
      submit('settings', { method: 'totp', totp_code: '123456' }, 'default', session),
      ...[
        { method: 'webauthn', webauthn_register: answer, webauthn_register_displayname: 'a' },
        { method: 'webauthn', webauthn_remove: 'a' },
        { method: 'passkey', passkey_settings_register: answer, passkey_create_data: '{}' },
        { method: 'passkey', passkey_remove: 'a' },
        { method: 'profile', traits: { ...named, username: 'eve.new.example', email: 'ada@example.org' } },
        { method: 'totp', totp_unlink: 'true' },
        ...['reveal', 'regenerate', 'confirm', 'disable'].map((step) => ({
          method: 'lookup_secret',
          [`lookup_secret_${step}`]: 'true',
        })),
        { method: 'oidc', link: 'corp', upstream_parameters: { login_hint: 'a' } },
        { method: 'oidc', unlink: 'corp' },
      ].map((body) => submit('settings', body, 'default', session)),
    ],
    'public POST /self-service/recovery': [
      submit('recovery', { ...everywhere, ...ask }),
      ...['recovery_address', 'recovery_select_address', 'recovery_confirm_address'].map((name) =>
        submit('recovery', { method: 'code', [name]: 'ada@example.org', screen: 'a' }),
      ),
      afterSending('recovery', ask, { code: '123456' }),
    ],
    'public POST /self-service/verification': [
      submit('verification', { ...everywhere, ...ask, code: '123456' }),
      afterSending('verification', ask, { code: '123456' }),
    ],
    'public DELETE /self-service/login/test': [
      { path: at(`/self-service/login/test?id=${crypto.randomUUID()}`), body: { a: 'b' } },
    ],
    'public DELETE /self-service/logout/api': [
      { path: at('/self-service/logout/api'), body: { session_token: 'ory_st_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' } },
    ],
    'public POST /self-service/methods/oidc/callback': [
      { ...callback, path: at('/self-service/methods/oidc/callback') },
    ],
    'public POST /self-service/methods/oidc/callback/:provider': [
      { ...callback, path: at('/self-service/methods/oidc/callback/corp') },
    ],
    'public POST /self-service/methods/saml/callback/:provider': [
      { ...callback, path: at('/self-service/methods/saml/callback/corp') },
    ],
    'public POST /self-service/methods/oidc/organization/:organization/callback/:provider': [
      { ...callback, path: at(`/self-service/methods/oidc/organization/${id}/callback/corp`) },
    ],
    'public POST /self-service/fed-cm/token': [
      {
        path: at('/self-service/fed-cm/token'),
        body: { csrf_token: 'a', token: 'a.b.c', nonce: 'a' },
        form: [
          ['csrf_token', 'a'],
          ['token', 'a.b.c'],
          ['nonce', 'a'],
        ],
      },
    ],
    'public DELETE /self-service/gatehouse/account': [
      { path: at('/self-service/gatehouse/account'), body: { address: 'ada@example.com' }, headers: session },
    ],
    'public DELETE /self-service/gatehouse/remembered-devices': [
      { path: at('/self-service/gatehouse/remembered-devices'), body: { a: 'b' }, headers: session },
    ],
    'public DELETE /self-service/gatehouse/remembered-devices/:id': [
      { path: at(`/self-service/gatehouse/remembered-devices/${id}`), body: { a: 'b' }, headers: session },
    ],
    'public PATCH /self-service/gatehouse/keys/:id': [
      { path: at(key.path), body: { name: 'Blue key' }, headers: key.session },
    ],
    'public * /sessions/whoami': [{ path: at('/sessions/whoami'), body: { a: 'b' }, headers: session }],
    'public DELETE /sessions': [{ path: at('/sessions'), body: { a: 'b' }, headers: session }],
    'public DELETE /sessions/:id': [{ path: at(`/sessions/${id}`), body: { a: 'b' }, headers: session }],
    'admin POST /identities': [
      { name: 'open schema', path: at('/identities'), body: identity },
      { name: 'closed schema', path: at('/identities'), body: { ...identity, schema_id: 'closed' } },
      {
        name: 'with credentials',
        path: at('/identities'),
        body: {
          ...identity,
          credentials: { oidc: { config: { providers: [{ provider: 'corp', subject: 'a new.example' }] } } },
          verifiable_addresses: [{ value: 'mail@new.example', via: 'email', verified: true }],
          recovery_addresses: [{ value: 'mail@new.example', via: 'email' }],
        },
      },
    ],
    'admin PATCH /identities': [
      {
        path: at('/identities'),
        body: { identities: [{ create: { schema_id: 'closed', traits: { email: 'mail@new.example' } } }] },
      },
    ],
    'admin PUT /identities/:id': [{ path: async () => `/identities/${await fresh()}`, body: identity }],
    'admin PATCH /identities/:id': [
      ...[
        { op: 'add', path: '/metadata_public', value: { a: 'b c' } },
        { op: 'test', path: '/traits', value: { a: 'b c' } },
        { op: 'replace', path: '/metadata_admin', value: { a: 'b c' } },
        { op: 'remove', path: '/traits/name' },
      ].map((operation) => ({
        name: operation.op,
        path: async () => `/identities/${await fresh()}`,
        body: [operation],
      })),
      {
        name: 'copy',
        path: async () => `/identities/${await fresh()}`,
        body: [
          { op: 'add', path: '/metadata_public', value: { list: ['text'] } },
          { op: 'copy', from: '/metadata_public', path: '/metadata_public/list/0' },
        ],
      },
    ],
    'admin DELETE /identities/:id': [{ path: async () => `/identities/${await fresh()}`, body: { a: 'b' } }],
    'admin DELETE /identities/:id/credentials/:type': [
      { path: async () => `/identities/${await fresh()}/credentials/totp`, body: { a: 'b' } },
    ],
    'admin POST /sessions': [
      {
        path: at('/sessions'),
        body: { action: 'delete', identities: [crypto.randomUUID()] },
      },
    ],
    'admin DELETE /sessions/:id': [{ path: at(`/sessions/${id}`), body: { a: 'b' } }],
    'admin PATCH /sessions/:id/extend': [
      { path: async () => `/sessions/${await newSession()}/extend`, body: { a: 'b' } },
    ],
    'admin POST /sessions/:id/restore': [{ path: at(`/sessions/${id}/restore`), body: { a: 'b' } }],
    'admin DELETE /identities/:id/sessions': [
      { path: async () => `/identities/${await fresh()}/sessions`, body: { a: 'b' } },
    ],
    'admin POST /recovery/code': [{ path: at('/recovery/code'), body: { identity_id: id, expires_in: '1h' } }],
    'admin POST /identities/:id/verification': [
      { path: async () => `/identities/${await fresh()}/verification`, body: { address: 'mail@new.example' } },
    ],
    'admin POST /courier/messages/:id/resend': [
      { path: at(`/courier/messages/${crypto.randomUUID()}/resend`), body: { a: 'b' } },
    ],
    'admin POST /test-login-flows': [{ path: at('/test-login-flows'), body: { provider_id: 'corp' } }],
    'admin POST /recovery/link': [{ path: at('/recovery/link'), body: { identity_id: id, expires_in: '1h' } }],
  }
  return { service, samples, session, id }
}

/** The id of the key of `signInWithKey`, in hexadecimal digits. */
const keyId = 'a1b2c3'

/** Signs in with the password to an account whose key is no second factor; returns the header of its session. */
async function signInWithKey(service: TestService, email: string) {
  const key = {
    id: Buffer.from(keyId, 'hex').toString('base64'),
    public_key:
      'pQECAyYgASFYID0GQgDo535TQ/DkbRbacI9nVo2bhdtGbqHI0723qBQeIlggEY/GDaYzm1dq6ojD0AXHXSTMDoBHGBVTs0a0/7RSPbo=',
    display_name: 'A key',
    // No second factor: otherwise the settings would require one.
    is_passwordless: true,
  }
  const credentials = {
    password: { config: { password: 'correct horse' } },
    webauthn: { config: { credentials: [key] } },
  }
  const body = { schema_id: 'default', traits: { email }, credentials }
  const answer = await service.admin('/admin/identities', { method: 'POST', body })
  if (answer.status !== 201) throw new Error(answer.text)
  return { 'x-session-token': await signIn(service, email) }
}
