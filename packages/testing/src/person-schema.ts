/**
 * Returns a trait that is an e-mail address: the identifier for passwords and codes (`more`: for other methods), and
 * the address for recovery.
 */
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

/**
 * Returns a trait that is a phone number: the identifier for passwords and codes, and, if it `recovers`, the address
 * for recovery.
 */
export function phoneTrait(title: string, recovers: boolean) {
  return {
    type: 'string',
    format: 'tel',
    title,
    'ory.sh/kratos': {
      credentials: { password: { identifier: true }, code: { identifier: true, via: 'sms' } },
      verification: { via: 'sms' },
      ...(recovers && { recovery: { via: 'sms' } }),
    },
  }
}

/** Returns an identity schema whose traits are these. `about` are the keys beside them. */
export function schemaOf(
  traits: Readonly<Record<string, object>>,
  about: Readonly<Record<string, string>> = {},
  required: readonly string[] = ['email'],
) {
  return {
    ...about,
    type: 'object',
    properties: { traits: { type: 'object', properties: traits, required, additionalProperties: false } },
  }
}

/** Returns the part `identity` of a kratos.yml with one schema. */
export function identityPart(id: string, schema: object) {
  const url = `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}`
  return { default_schema_id: id, schemas: [{ id, url }] }
}

/** The hooks after a sign-up: a session, and the question for the code that was mailed. */
export const signedInAndAskedToVerify = { hooks: [{ hook: 'session' }, { hook: 'show_verification_ui' }] }
