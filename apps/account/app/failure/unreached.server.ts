import type { PageRequest } from '../request/page-request.ts'
import type { Resend } from '../request/failure.ts'

/** Fields whose content must not be written into a page, and the type of control that asks for them again. */
const secrets = {
  password: { type: 'password', autoComplete: 'current-password' },
  code: { type: 'text', autoComplete: 'one-time-code' },
  totp_code: { type: 'text', autoComplete: 'one-time-code' },
  lookup_secret: { type: 'text', autoComplete: 'off' },
} as const satisfies Readonly<Record<string, Pick<Resend['asked'][number], 'type' | 'autoComplete'>>>

const secretNames = [
  'password',
  'code',
  'totp_code',
  'lookup_secret',
] as const satisfies readonly (keyof typeof secrets)[]

/** A form with more fields was not filled in by a person. */
const mostFields = 100

/**
 * Returns the form that got no answer, to be sent again. Its fields come from the visitor's own request, which carries
 * the anti-CSRF token of the flow or is refused later; nothing of it is kept here.
 */
export function resendOf({ t }: PageRequest, url: URL, typed: URLSearchParams): Resend | undefined {
  if (url.searchParams.get('flow') === null) return undefined
  const pairs = [...typed]
  if (pairs.length === 0 || pairs.length > mostFields) return undefined
  const asked = secretNames
    .filter((name) => (typed.get(name) ?? '') !== '')
    .map((name) => ({
      name,
      type: secrets[name].type,
      autoComplete:
        name === 'password' && !url.pathname.startsWith('/login') ? 'new-password' : secrets[name].autoComplete,
      label: t(`error:resend.${name}`),
    }))
  return {
    action: `${url.pathname}${url.search}`,
    values: pairs.filter(([name]) => !asked.some((field) => field.name === name)),
    asked,
    label: t('error:resend.send'),
  }
}
