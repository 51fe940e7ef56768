import { textOf } from '../../flows/http/submission.ts'
import { required } from '../../messages/validation.ts'
import { addKeyLabel, keyKnownAlready, keyNameLabel } from '../../messages/webauthn.ts'
import { inputNode } from '../../nodes/node.ts'
import type { SettingsAttempt, SettingsCapability, SettingsOutcome } from '../../flows/ports/strategy.ts'
import { makeKey } from './add-key.ts'
import { relyingParty, type KeyDependencies } from './dependencies.ts'
import { keyIdsOf, keysOf, userHandleOf, withKeys } from '../../credentials/webauthn-keys.ts'
import { questionNodes } from './nodes.ts'
import { creationOptions, securityKeyPolicy } from './options.ts'
import { holds, removeKey, removeNode } from './removal.ts'
import { keyNotices, noticesOf } from '../../flows/settings/change-notices.ts'

const names = {
  answer: 'webauthn_register',
  trigger: 'webauthn_register_trigger',
  run: 'oryWebAuthnRegistration',
}
const nameField = 'webauthn_register_displayname'

/** Adding and removing security keys. */
export function webauthnSettings(dependencies: KeyDependencies): SettingsCapability {
  const { config } = dependencies
  const rp = relyingParty(dependencies, 'webauthn')
  const { methods } = config.selfservice
  const { passwordless } = methods.webauthn

  async function add({ flow, fields, identity, now }: SettingsAttempt): Promise<SettingsOutcome> {
    const name = fields[nameField]
    if (typeof name !== 'string')
      return { kind: 'rejected', fields: [{ field: nameField, message: required(nameField) }] }
    const request = {
      rp,
      flowId: flow.id,
      field: names.trigger,
      displayName: name.trim(),
      isPasswordless: passwordless,
      now,
    }
    const made = await makeKey(dependencies, request, textOf(fields, names.answer))
    if (made.kind === 'rejected') return made
    const { key, userHandle } = made
    if (holds(identity, 'webauthn', key)) return { kind: 'rejected', form: [keyKnownAlready()] }
    return {
      kind: 'changed',
      change: (fresh) =>
        holds(fresh, 'webauthn', key)
          ? fresh
          : withKeys(fresh, 'webauthn', [...keysOf(fresh, 'webauthn'), key], now, { userHandle }),
      // The person has just used the key.
      method: { method: 'webauthn', aal: passwordless ? 'aal1' : 'aal2' },
    }
  }

  return {
    // A key that signs in without another factor is a method that the organization has not chosen.
    isForMembers: !passwordless,
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(keyIdsOf(before, 'webauthn'), keyIdsOf(after, 'webauthn'), keyNotices),
    nodes: ({ type, identity }) => {
      if (type === 'api') return []
      const keys = keysOf(identity, 'webauthn')
      const user = {
        handle:
          userHandleOf(identity, 'webauthn') ??
          Buffer.from(identity.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: rp.displayName,
      }
      const options = creationOptions(rp, securityKeyPolicy, user, config.improvements.keysAreNotMadeTwice ? keys : [])
      return [
        ...keys.map((key) => removeNode(identity, 'webauthn', key, dependencies)),
        inputNode('webauthn', nameField, 'text', { value: '' }, keyNameLabel()),
        ...questionNodes(config.publicBaseUrl, names, options, addKeyLabel()),
      ]
    },
    submit: (attempt) => {
      const hex = textOf(attempt.fields, 'webauthn_remove')
      return hex === undefined ? add(attempt) : removeKey(attempt, 'webauthn', hex, dependencies)
    },
  }
}
