import { textField, textOf } from '../../flows/http/submission.ts'
import type { Identity } from '../../identities/identity.ts'
import { lastSignInMethod } from '../../messages/account-rule.ts'
import { linkProviderLabel, unlinkProviderLabel } from '../../messages/oidc.ts'
import { generic } from '../../messages/validation.ts'
import type { SettingsAttempt, SettingsCapability, SettingsOutcome } from '../../flows/ports/strategy.ts'
import type { OidcDependencies } from './dependencies.ts'
import { linkIdentifier, linksOf, withoutLinks } from './links.ts'
import { ofOrganization, providerButtons } from './nodes.ts'
import { startRound, unknownProvider } from './start.ts'
import { noticesOf } from '../../flows/settings/change-notices.ts'

/** Adding and removing accounts at providers as sign-in methods. */
export function oidcSettings(dependencies: OidcDependencies): SettingsCapability {
  const { config, providers, countFirstFactors } = dependencies
  const { methods } = config.selfservice
  const isLinked = (identity: Identity, id: string) => linksOf(identity).some(({ provider }) => provider === id)

  /** Checks that a link can be removed: the last sign-in method cannot. */
  function canUnlink(identity: Identity, id: string, now: number): boolean {
    // A provider that is no longer configured does not count.
    const useless = linksOf(identity).filter(({ provider }) => !providers.some((one) => one.id === provider))
    const left = [id, ...useless.map(({ provider }) => provider)]
    return (
      countFirstFactors(
        left.reduce((kept, gone) => withoutLinks(kept, gone, now), identity),
        methods,
      ) > 0
    )
  }

  function unlink({ identity, now }: SettingsAttempt, id: string): SettingsOutcome {
    if (!isLinked(identity, id)) return rejected('This account is not connected, so there is nothing to disconnect.')
    if (providers.some((one) => one.id === id && one.organizationId !== undefined)) {
      return rejected('This sign-in method belongs to your organization; it cannot be removed here.')
    }
    if (!canUnlink(identity, id, now)) return { kind: 'rejected', form: [lastSignInMethod()] }
    return {
      kind: 'changed',
      active: 'oidc',
      change: (fresh) => (canUnlink(fresh, id, now) ? withoutLinks(fresh, id, now) : fresh),
    }
  }

  return {
    isForMembers: true,
    isPrivileged: () => true,
    changes: (before, after) =>
      noticesOf(linksOf(before).map(linkIdentifier), linksOf(after).map(linkIdentifier), {
        added: 'provider_linked',
        removed: 'provider_unlinked',
      }),
    nodes: ({ identity, organizationId }) => [
      ...providerButtons(
        'unlink',
        ofOrganization(providers, undefined).filter(
          ({ id }) => isLinked(identity, id) && canUnlink(identity, id, identity.updatedAt),
        ),
        unlinkProviderLabel,
      ),
      ...providerButtons(
        'link',
        ofOrganization(providers, organizationId).filter(({ id }) => !isLinked(identity, id)),
        linkProviderLabel,
      ),
    ],
    submit: async (attempt) => {
      const { flow, fields, identity, now } = attempt
      const removed = textField(fields, 'unlink')
      if (removed.kind === 'text') return unlink(attempt, removed.value)
      const added = textOf(fields, 'link') ?? ''
      if (isLinked(identity, added)) return rejected('This account is linked already.')
      const { organizationId } = flow.details
      if (!ofOrganization(providers, organizationId).some(({ id }) => id === added)) return unknownProvider(added)
      return startRound(dependencies, {
        flow: { ...flow, kind: 'settings' },
        provider: added,
        fields,
        traits: {},
        now,
      })
    },
  }
}

function rejected(reason: string): SettingsOutcome {
  return { kind: 'rejected', form: [generic(reason)] }
}
