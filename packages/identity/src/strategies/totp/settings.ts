import { withoutFactor } from '../../credentials/second-factors.ts'
import { hasTotp } from './second-factor.ts'
import type { Identity } from '../../identities/identity.ts'
import { totpKnownAlready, wrongTotpCode } from '../../messages/totp.ts'
import { codeText, fieldRejection, isPressed } from '../../flows/ports/strategy-input.ts'
import type { SettingsAttempt, SettingsCapability, SettingsOutcome } from '../../flows/ports/strategy.ts'
import { withTotp } from './credential.ts'
import type { TotpDependencies } from './dependencies.ts'
import { createKey, stepOf } from './key.ts'
import { offeredSecret, removalNodes, setUpNodes } from './nodes.ts'
import { noticesOf, secondFactorNotices } from '../../flows/settings/change-notices.ts'

type SettingsDependencies = Pick<TotpDependencies, 'config' | 'schemas' | 'seals'>

/** Setting an authenticator app up, and removing it. */
export function totpSettings({ config, schemas, seals }: SettingsDependencies): SettingsCapability {
  const { issuer } = config.selfservice.methods.totp

  /**
   * Returns the account's name in the app: the trait that the schema names for it, else a sign-in name, else the id.
   */
  function accountName({ id, schemaId, traits, credentials }: Identity): string {
    const marked = schemas
      .get(schemaId)
      ?.check(traits)
      .extended.find(({ extension }) => extension.credentials?.totp?.account_name === true)?.value
    if (typeof marked === 'string' && marked !== '') return marked
    return credentials.password?.identifiers[0] ?? credentials.code?.identifiers[0] ?? id
  }

  function setUp({ flow, fields, identity, now }: SettingsAttempt): SettingsOutcome {
    const code = codeText(fields, 'totp_code')
    if (code.kind !== 'text') return fieldRejection('totp_code', code)
    const secret = offeredSecret(flow.nodes)
    if (hasTotp(identity) || secret === undefined) return { kind: 'rejected', form: [totpKnownAlready()] }
    const key = createKey(issuer, accountName(identity), secret)
    const step = stepOf(key, code.value, now)
    if (step === undefined) return { kind: 'rejected', fields: [{ field: 'totp_code', message: wrongTotpCode() }] }
    return {
      kind: 'changed',
      change: (fresh) => withTotp(seals, fresh, key.toString(), now, step),
      method: { method: 'totp', aal: 'aal2' },
    }
  }

  return {
    nodes: ({ identity }) =>
      hasTotp(identity) ? removalNodes() : setUpNodes(createKey(issuer, accountName(identity))),
    isForMembers: true,
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(factorOf(before), factorOf(after), secondFactorNotices),
    submit: (attempt) =>
      isPressed(attempt.fields, 'totp_unlink')
        ? { kind: 'changed', change: (fresh) => withoutFactor(fresh, 'totp', attempt.now) }
        : setUp(attempt),
  }
}

/** Returns the factor for notices: another key is another factor. */
function factorOf(identity: Identity): readonly string[] {
  return hasTotp(identity) ? [JSON.stringify(identity.credentials.totp?.config['totp_url'])] : []
}
