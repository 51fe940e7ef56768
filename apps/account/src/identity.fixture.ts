import { emailTrait, identityPart, nameTraits, schemaOf, signedInAndAskedToVerify } from '@gatehouse/testing/journeys'

/** The origin of the tests' pages. */
export const origin = 'http://localhost:4455'

/** The origin of the tests' admin API. */
export const adminUrl = 'http://127.0.0.1:4434'

const schema = schemaOf({ email: emailTrait('Email'), name: nameTraits }, { $id: 'https://schemas.example.org/person' })

/** The identity service of the tests: password and codes, in the format of a kratos.yml. */
export function identityFixture(mailUri: string): Readonly<Record<string, unknown>> {
  return {
    dsn: 'memory',
    dev: true,
    serve: { public: { base_url: origin }, admin: { base_url: adminUrl } },
    identity: identityPart('person', schema),
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
          after: { password: signedInAndAskedToVerify },
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
