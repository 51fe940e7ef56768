import { presentIdentity, timestamp } from '../identities/present.ts'
import type { OutgoingMessage } from './message.ts'
import type { TemplateName } from './templates.ts'

/** A template's names for its code and its link, and its view of the person. */
interface Names {
  readonly code?: string
  readonly link?: string
  readonly person?: 'identity' | 'traits'
  /** True if it shows the time of a change. */
  readonly hasTime?: true
}

const none: Names = {}
const owner: Names = { person: 'identity' }

/**
 * TABLE: Kratos' models of its templates (`courier/template/email`, `courier/template/sms`), and those of our
 * additions.
 */
const names: Readonly<Record<TemplateName, Names>> = {
  recovery_valid: { link: 'recovery_url', person: 'identity' },
  recovery_invalid: none,
  verification_valid: { link: 'verification_url', person: 'identity' },
  verification_invalid: none,
  recovery_code_valid: { code: 'recovery_code', person: 'identity' },
  recovery_code_invalid: none,
  verification_code_valid: { code: 'verification_code', link: 'verification_url', person: 'identity' },
  verification_code_invalid: none,
  login_code_valid: { code: 'login_code', person: 'identity' },
  registration_code_valid: { code: 'registration_code', person: 'traits' },
  account_recovered: owner,
  address_attempted: { link: 'login_url' },
  address_change_requested: owner,
  address_changed: owner,
  earlier_access_removed: owner,
  passkey_added: owner,
  passkey_removed: owner,
  password_changed: owner,
  provider_linked: owner,
  provider_unlinked: owner,
  registration_attempted: { link: 'login_url' },
  second_factor_added: owner,
  second_factor_removed: owner,
  verifiable_address_changed: { ...owner, hasTime: true },
  operator_invitation: { link: 'invitation_url' },
}

/**
 * Returns `ctx.template_data` of a Jsonnet body, as in Kratos. The identity is its owner's view: no credentials, no
 * admin metadata. A text message carries no link: its code is typed.
 */
export function templateData(
  { type, template, recipient, data, about }: OutgoingMessage,
  publicBaseUrl: string,
): Readonly<Record<string, unknown>> {
  const { code, link, person, hasTime } = names[template]
  const identity = about.person && presentIdentity(about.person, publicBaseUrl)
  return {
    to: recipient,
    ...(code !== undefined && { [code]: String(data.code ?? '') }),
    ...(link !== undefined && (type === 'email' || code === undefined) && { [link]: String(data.link ?? '') }),
    ...(person === 'identity' && { identity: identity ?? null }),
    ...(person === 'traits' && { traits: about.person?.traits ?? {} }),
    ...(hasTime && { changed_at: timestamp(Number(data.changedAt ?? 0)) }),
    request_url: about.requestUrl,
    request_url_domain: URL.parse(about.requestUrl)?.hostname ?? '',
    transient_payload: about.transientPayload,
    ...(typeof data.minutes === 'number' && { expires_in_minutes: data.minutes }),
  }
}
