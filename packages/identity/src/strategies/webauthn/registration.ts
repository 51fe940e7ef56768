import { textOf } from '../../flows/http/submission.ts'
import { randomBytes } from 'node:crypto'

import { noIdentifierFound } from '../../messages/registration.ts'
import { keyNameLabel, signUpWithKeyLabel } from '../../messages/webauthn.ts'
import { inputNode } from '../../nodes/node.ts'
import type { RegistrationCapability } from '../../flows/ports/strategy.ts'
import { makeKey } from './add-key.ts'
import { relyingParty, type KeyDependencies } from './dependencies.ts'
import { withKeys } from '../../credentials/webauthn-keys.ts'
import { questionNodes } from './nodes.ts'
import { creationOptions, securityKeyPolicy } from './options.ts'

const names = {
  answer: 'webauthn_register',
  trigger: 'webauthn_register_trigger',
  run: 'oryWebAuthnRegistration',
}

/** Signing up with a security key instead of a password. */
export function webauthnRegistration(dependencies: KeyDependencies): RegistrationCapability {
  const rp = relyingParty(dependencies, 'webauthn')
  const { publicBaseUrl } = dependencies.config
  return {
    nodes: ({ type, screen }) => {
      if (type === 'api' || screen === 'profile') return []
      // The account does not exist yet, so its handle cannot reveal anything about it.
      const user = { handle: randomBytes(16).toString('base64url'), name: rp.displayName }
      return [
        inputNode('webauthn', 'webauthn_register_displayname', 'text', { value: '' }, keyNameLabel()),
        ...questionNodes(publicBaseUrl, names, creationOptions(rp, securityKeyPolicy, user), signUpWithKeyLabel()),
      ]
    },
    submit: async ({ flow, fields, draft, now }) => {
      if ((draft.credentials.webauthn?.identifiers ?? []).length === 0) {
        return { kind: 'rejected', form: [noIdentifierFound()] }
      }
      const displayName = (textOf(fields, 'webauthn_register_displayname') ?? '').trim()
      const request = { rp, flowId: flow.id, field: names.trigger, displayName, isPasswordless: true, now }
      const made = await makeKey(dependencies, request, textOf(fields, names.answer))
      if (made.kind === 'rejected') return made
      const identity = withKeys(draft, 'webauthn', [made.key], now, { userHandle: made.userHandle })
      return { kind: 'accepted', method: 'webauthn', identity }
    },
  }
}
