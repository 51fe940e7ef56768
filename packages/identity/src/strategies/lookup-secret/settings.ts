import { withoutFactor } from '../../credentials/second-factors.ts'
import { hasLookupCodes } from './second-factor.ts'
import { noUsableMethod } from '../../messages/flow-errors.ts'
import { noBackupCodes, nothingToConfirm } from '../../messages/lookup-secret.ts'
import { isPressed } from '../../flows/ports/strategy-input.ts'
import type { SettingsAttempt, SettingsCapability, SettingsOutcome } from '../../flows/ports/strategy.ts'
import { backupCodesOf, newBackupCodes, withBackupCodes } from './credential.ts'
import type { LookupSecretDependencies } from './dependencies.ts'
import { manageNodes, newCodesNodes, offeredCodes, revealedNodes, withCodeNodes } from './nodes.ts'
import { noticesOf, secondFactorNotices } from '../../flows/settings/change-notices.ts'
import type { Identity } from '../../identities/identity.ts'

/** Creating backup codes, showing them again, and removing them. */
export function lookupSecretSettings({ seals }: Pick<LookupSecretDependencies, 'seals'>): SettingsCapability {
  /**
   * TABLE: the action of each button. New codes replace the old ones only when the person has confirmed having them.
   */
  const buttons: readonly (readonly [name: string, act: (attempt: SettingsAttempt) => SettingsOutcome])[] = [
    [
      'lookup_secret_regenerate',
      () => {
        const codes = newCodesNodes(newBackupCodes())
        return { kind: 'show', draw: (nodes) => withCodeNodes(nodes, codes) }
      },
    ],
    [
      'lookup_secret_confirm',
      ({ flow, now }) => {
        const codes = offeredCodes(flow.nodes).map((code) => ({ code, usedAt: undefined }))
        if (codes.length === 0) return { kind: 'rejected', form: [nothingToConfirm()] }
        return {
          kind: 'changed',
          change: (fresh) => withBackupCodes(seals, fresh, codes, now),
          method: { method: 'lookup_secret', aal: 'aal2' },
        }
      },
    ],
    [
      'lookup_secret_reveal',
      ({ identity }) => {
        const codes = backupCodesOf(seals, identity)
        if (codes.length === 0) return { kind: 'rejected', form: [noBackupCodes()] }
        return { kind: 'show', draw: (nodes) => withCodeNodes(nodes, revealedNodes(codes)) }
      },
    ],
    [
      'lookup_secret_disable',
      ({ now }) => {
        return { kind: 'changed', change: (fresh) => withoutFactor(fresh, 'lookup_secret', now) }
      },
    ],
  ]

  return {
    nodes: ({ identity }) => manageNodes(hasLookupCodes(identity)),
    isForMembers: true,
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(factorOf(before), factorOf(after), secondFactorNotices),
    submit: (attempt) => {
      const pressed = buttons.find(([name]) => isPressed(attempt.fields, name))
      return pressed ? pressed[1](attempt) : { kind: 'rejected', form: [noUsableMethod('settings')] }
    },
  }
}

/** Returns the factor for notices: other backup codes count as another factor. */
function factorOf(identity: Identity): readonly string[] {
  return hasLookupCodes(identity) ? [String(identity.credentials.lookup_secret?.updatedAt)] : []
}
