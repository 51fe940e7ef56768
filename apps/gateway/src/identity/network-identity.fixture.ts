const personSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          'ory.sh/kratos': { credentials: { password: { identifier: true } } },
        },
      },
    },
  },
}

/** Returns a kratos.yml as a value for an identity service with its own listeners. `origin`: of the pages before it. */
export function networkIdentityConfig({
  dsn,
  origin,
  publicPort,
  adminPort,
}: {
  readonly dsn: string
  readonly origin: string
  readonly publicPort: number
  readonly adminPort: number
}) {
  return {
    dsn,
    serve: {
      public: { base_url: origin, host: '127.0.0.1', port: publicPort },
      admin: { base_url: `http://127.0.0.1:${adminPort}`, host: '127.0.0.1', port: adminPort },
    },
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(personSchema)).toString('base64')}` }],
    },
    selfservice: { default_browser_return_url: `${origin}/` },
    secrets: { default: ['a-secret-of-at-least-sixteen-characters'] },
  }
}
