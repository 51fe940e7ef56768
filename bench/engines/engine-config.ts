const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Account',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: 'E-mail',
          'ory.sh/kratos': { credentials: { password: { identifier: true } }, recovery: { via: 'email' } },
        },
      },
      required: ['email'],
    },
  },
}

/** Kratos' own defaults, so that a sign-in costs as much as in production. */
export const argon2 = { memoryKiB: 131_072, iterations: 1, parallelism: 1, saltBytes: 16, keyBytes: 32 }

/** Returns one configuration for both services; the pages have the address of the public API. */
export function engineConfig(deployment: {
  readonly dsn: string
  readonly publicUrl: string
  readonly adminUrl: string
}) {
  const page = (path: string) => ({ ui_url: `${deployment.publicUrl}${path}` })
  const at = (url: string) => ({ base_url: url, host: '127.0.0.1', port: Number(new URL(url).port) })
  return {
    version: 'v1.3.1',
    dsn: deployment.dsn,
    serve: { public: at(deployment.publicUrl), admin: at(deployment.adminUrl) },
    identity: {
      default_schema_id: 'account',
      schemas: [{ id: 'account', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
    },
    selfservice: {
      default_browser_return_url: `${deployment.publicUrl}/`,
      methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } } },
      flows: {
        login: { ...page('/login'), lifespan: '1h' },
        registration: page('/registration'),
        settings: page('/settings'),
        error: page('/error'),
      },
    },
    secrets: {
      default: ['a-secret-for-the-rest-of-the-bench'],
      cookie: ['a-secret-for-cookies-of-the-bench'],
      cipher: ['32-characters-for-ciphers-exact1'],
    },
    hashers: {
      algorithm: 'argon2',
      argon2: {
        memory: `${argon2.memoryKiB}KB`,
        iterations: argon2.iterations,
        parallelism: argon2.parallelism,
        salt_length: argon2.saltBytes,
        key_length: argon2.keyBytes,
      },
    },
    courier: { smtp: { connection_uri: 'smtp://127.0.0.1:1025/?disable_starttls=true' } },
  }
}
