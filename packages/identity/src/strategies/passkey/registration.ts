import { textOf } from '../../flows/http/submission.ts'
import type { RegistrationCapability } from '../../flows/ports/strategy.ts'
import { makeKey } from '../webauthn/add-key.ts'
import { relyingParty, type KeyDependencies } from '../webauthn/dependencies.ts'
import { withKeys } from '../../credentials/webauthn-keys.ts'
import { creationOptions, passkeyPolicy } from '../webauthn/options.ts'
import { displayNameField, lastDisplayNameField } from './display-name.ts'
import { identifierOfHandle, newHandle } from './handle.ts'
import { answerFields, questionFields, registrationNodes } from './nodes.ts'

/** Signing up with a passkey: no password is set. */
export function passkeyRegistration(dependencies: KeyDependencies): RegistrationCapability {
  const rp = relyingParty(dependencies, 'passkey')
  const { publicBaseUrl, improvements, selfservice } = dependencies.config
  const { policy } = selfservice.methods.passkey
  const nameField = improvements.signInNameOnKeys ? displayNameField : lastDisplayNameField
  return {
    nodes: ({ type, screen, schema }) => {
      if (screen === 'profile') return []
      const options = creationOptions(rp, passkeyPolicy(policy, 'making'), {
        handle: newHandle(),
        name: rp.displayName,
      })
      return registrationNodes(type, publicBaseUrl, options, nameField(schema) ?? '', screen === 'unified')
    },
    submit: async ({ flow, fields, draft, now }) => {
      const request = {
        rp,
        flowId: flow.id,
        field: questionFields.create,
        displayName: '',
        isPasswordless: true,
        now,
      }
      const made = await makeKey(dependencies, request, textOf(fields, answerFields.registration))
      if (made.kind === 'rejected') return made
      const { key, userHandle } = made
      const identifiers = [identifierOfHandle(userHandle)]
      const identity = withKeys(draft, 'passkey', [key], now, { userHandle, identifiers })
      return { kind: 'accepted', method: 'passkey', identity }
    },
  }
}
