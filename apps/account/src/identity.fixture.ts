/** Where the pages of the tests live. */
export const origin = 'http://localhost:4455'

const schema = {
  $id: 'https://schemas.example.org/person',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: 'Email',
          'ory.sh/kratos': {
            credentials: { password: { identifier: true }, code: { identifier: true, via: 'email' } },
            verification: { via: 'email' },
            recovery: { via: 'email' },
          },
        },
        name: {
          type: 'object',
          properties: { first: { type: 'string', title: 'First name' }, last: { type: 'string', title: 'Last name' } },
        },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
}

/** The identity service of the tests: password and codes, in the format of a kratos.yml. */
export function identityFixture(mailUri: string): Readonly<Record<string, unknown>> {
  const hooks = [{ hook: 'session' }, { hook: 'show_verification_ui' }]
  return {
    dsn: 'memory',
    dev: true,
    serve: { public: { base_url: origin }, admin: { base_url: 'http://127.0.0.1:4434' } },
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
    },
    selfservice: {
      default_browser_return_url: `${origin}/`,
      allowed_return_urls: [origin],
      flows: {
        error: { ui_url: `${origin}/error` },
        login: { ui_url: `${origin}/login`, lifespan: '1h' },
        registration: {
          enabled: true,
          ui_url: `${origin}/registration`,
          style: 'unified',
          after: { password: { hooks } },
        },
        recovery: { enabled: true, ui_url: `${origin}/recovery`, use: 'code' },
        verification: { enabled: true, ui_url: `${origin}/verification`, use: 'code' },
        settings: { ui_url: `${origin}/settings`, privileged_session_max_age: '15m' },
        logout: { after: { default_browser_return_url: `${origin}/login` } },
      },
      methods: {
        password: { enabled: true, config: { haveibeenpwned_enabled: false } },
        code: { enabled: true, passwordless_enabled: true },
        profile: { enabled: true },
      },
    },
    secrets: { cookie: ['a-secret-for-cookies-of-the-page-tests'], cipher: ['32-characters-for-ciphers-exact1'] },
    courier: { smtp: { from_address: 'no-reply@example.org', connection_uri: mailUri } },
    hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
  }
}
