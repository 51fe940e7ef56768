import { textOf } from '../../flows/http/submission.ts'
import { keyKnownAlready } from '../../messages/webauthn.ts'
import type { SettingsAttempt, SettingsCapability, SettingsOutcome } from '../../flows/ports/strategy.ts'
import { makeKey } from '../webauthn/add-key.ts'
import { relyingParty, type KeyDependencies } from '../webauthn/dependencies.ts'
import { keyIdsOf, keysOf, userHandleOf, withKeys } from '../../credentials/webauthn-keys.ts'
import { creationOptions, passkeyPolicy } from '../webauthn/options.ts'
import { holds, removeKey, removeNode } from '../webauthn/removal.ts'
import { displayNameOf } from './display-name.ts'
import { identifierOfHandle, newHandle } from './handle.ts'
import { answerFields, questionFields, settingsNodes } from './nodes.ts'
import { keyNotices, noticesOf } from '../../flows/settings/change-notices.ts'

/** Adding and removing passkeys. */
export function passkeySettings(dependencies: KeyDependencies): SettingsCapability {
  const { config, schemas } = dependencies
  const rp = relyingParty(dependencies, 'passkey')
  const { policy } = config.selfservice.methods.passkey

  async function add({ flow, fields, identity, now }: SettingsAttempt): Promise<SettingsOutcome> {
    const asked = { rp, flowId: flow.id, field: questionFields.create, displayName: '', isPasswordless: true, now }
    const request = { ...asked, mayBeQuiet: true }
    const made = await makeKey(dependencies, request, textOf(fields, answerFields.settings))
    if (made.kind === 'rejected') return made
    const { key, userHandle, wasPresent } = made
    if (holds(identity, 'passkey', key)) return { kind: 'rejected', form: [keyKnownAlready()] }
    // Two tabs may each have created a handle; the account accepts both.
    const more = { userHandle, identifiers: [identifierOfHandle(userHandle)] }
    return {
      kind: 'changed',
      change: (fresh) =>
        holds(fresh, 'passkey', key)
          ? fresh
          : withKeys(fresh, 'passkey', [...keysOf(fresh, 'passkey'), key], now, more),
      // The person has just used the device, unless the browser created the passkey without asking.
      ...(wasPresent && { method: { method: 'passkey', aal: 'aal1' } as const }),
    }
  }

  return {
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(keyIdsOf(before, 'passkey'), keyIdsOf(after, 'passkey'), keyNotices),
    nodes: ({ type, identity }) => {
      const keys = keysOf(identity, 'passkey')
      const name = displayNameOf(schemas.get(identity.schemaId), identity, rp.displayName)
      const user = { handle: userHandleOf(identity, 'passkey') ?? newHandle(), name }
      return [
        ...keys.map((key) => removeNode(identity, 'passkey', key, dependencies)),
        ...settingsNodes(
          type,
          config.publicBaseUrl,
          creationOptions(
            rp,
            passkeyPolicy(policy, 'making'),
            user,
            config.improvements.keysAreNotMadeTwice ? keys : [],
          ),
        ),
      ]
    },
    submit: (attempt) => {
      const hex = textOf(attempt.fields, 'passkey_remove')
      return hex === undefined ? add(attempt) : removeKey(attempt, 'passkey', hex, dependencies)
    },
  }
}
