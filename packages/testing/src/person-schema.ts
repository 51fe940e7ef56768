/** A trait that is an e-mail address: the name for passwords and codes (`more`: for what else), and the way back in. */
export function emailTrait(title: string, more: Readonly<Record<string, object>> = {}) {
  return {
    type: 'string',
    format: 'email',
    title,
    'ory.sh/kratos': {
      credentials: { password: { identifier: true }, code: { identifier: true, via: 'email' }, ...more },
      verification: { via: 'email' },
      recovery: { via: 'email' },
    },
  }
}

/** First and last name, as traits. */
export const nameTraits = {
  type: 'object',
  properties: { first: { type: 'string', title: 'First name' }, last: { type: 'string', title: 'Last name' } },
}

/** An identity schema whose traits are these, of which `email` is required. `about` is what stands beside them. */
export function schemaOf(traits: Readonly<Record<string, object>>, about: Readonly<Record<string, string>> = {}) {
  return {
    ...about,
    type: 'object',
    properties: { traits: { type: 'object', properties: traits, required: ['email'], additionalProperties: false } },
  }
}

/** The part `identity` of a kratos.yml with one schema. */
export function identityPart(id: string, schema: object) {
  const url = `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}`
  return { default_schema_id: id, schemas: [{ id, url }] }
}

/** What follows a sign-up: a session, and the question for the code that was mailed. */
export const signedInAndAskedToVerify = { hooks: [{ hook: 'session' }, { hook: 'show_verification_ui' }] }
