import { compileSchema } from './schema.ts'

const everything = { password: { identifier: true }, code: { identifier: true, via: 'email' } }

/** The schema of the examples: e-mail is identifier, verified and recovery address; a name may be added. */
export const personDocument = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Person',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: 'E-Mail',
          'ory.sh/kratos': { credentials: everything, verification: { via: 'email' }, recovery: { via: 'email' } },
        },
        name: {
          type: 'object',
          properties: { first: { type: 'string', title: 'First name' }, last: { type: 'string' } },
        },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
} as const

/** One field of each kind a form can have. */
export const richDocument = {
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        username: { type: 'string', title: 'Username', minLength: 2, maxLength: 20, pattern: '^[a-z0-9]+$' },
        email: { $ref: '#/definitions/address' },
        phone: {
          type: 'string',
          format: 'tel',
          'ory.sh/kratos': { credentials: { code: { identifier: true, via: 'sms' } }, verification: { via: 'sms' } },
        },
        website: { type: 'string', format: 'uri' },
        birthday: { type: 'string', format: 'date' },
        joined: { type: 'string', format: 'date-time' },
        age: { type: 'integer', minimum: 18, maximum: 120 },
        score: { type: 'number', multipleOf: 0.5 },
        tos: { type: 'boolean', title: 'Accept terms', const: true },
        color: { type: 'string', enum: ['red', 'green'] },
        tags: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 3, uniqueItems: true },
        count: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
        empty: { type: 'object' },
      },
      required: ['username', 'email', 'tos'],
    },
  },
  definitions: {
    address: { type: 'string', format: 'email', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
  },
} as const

export const personSchema = compileSchema('default', personDocument)
export const richSchema = compileSchema('rich', richDocument)

/** A person with a name and a number, who signs in with an e-mail address. */
export const namedDocument = {
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
        name: { type: 'object', properties: { first: { type: 'string' }, last: { type: 'string' } } },
        level: { type: 'number' },
      },
    },
  },
}
