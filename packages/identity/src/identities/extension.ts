import { plainWords } from '@gatehouse/platform/http'
import { z } from 'zod'

const flag = z.boolean().optional()

/** The keys of a trait's schema under `ory.sh/kratos`. Unknown keys are refused. */
const extension = z.strictObject({
  credentials: z
    .strictObject({
      password: z.strictObject({ identifier: flag }).optional(),
      webauthn: z.strictObject({ identifier: flag }).optional(),
      passkey: z.strictObject({ display_name: flag }).optional(),
      totp: z.strictObject({ account_name: flag }).optional(),
      code: z.strictObject({ identifier: flag, via: z.enum(['email', 'sms', '']).optional() }).optional(),
    })
    .optional(),
  verification: z.strictObject({ via: z.enum(['email', 'sms', '']).optional() }).optional(),
  recovery: z.strictObject({ via: z.enum(['email', 'sms', '']).optional() }).optional(),
  organizations: z.strictObject({ matcher: z.string().optional() }).optional(),
})

/** The meaning of one trait for accounts: the credentials that it identifies, and whether it is an address. */
export type TraitExtension = z.output<typeof extension>

/** True if the trait is a sign-in name of this type of credential. */
export function isIdentifierOf({ credentials = {} }: TraitExtension, type: string): boolean {
  return Object.entries(credentials).some(
    ([named, said]) => named === type && said !== undefined && 'identifier' in said && said.identifier === true,
  )
}

/** True if the trait names the account, for signing in or in an authenticator. */
export function namesAccount({ credentials = {} }: TraitExtension): boolean {
  return Object.values(credentials).some((said) => Object.values(said ?? {}).includes(true))
}

/** True if passkeys are shown under the trait's value. */
export function isPasskeyName({ credentials }: TraitExtension): boolean {
  return credentials?.passkey?.display_name === true
}

/** The key that carries it. */
export const extensionKeyword = 'ory.sh/kratos'

/** Reads the extension of one trait; throws an Error that names the fault. */
export function parseExtension(value: unknown, where: string): TraitExtension {
  const result = extension.safeParse(value, { error: plainWords })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const key = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join('.')
  throw new Error(
    `has a fault in ${where}/${extensionKeyword}${key === '' ? '' : ` at ${key}`}: ${issue?.message ?? ''}`,
  )
}
