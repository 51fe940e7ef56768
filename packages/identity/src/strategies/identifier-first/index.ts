import type { IdentityConfig } from '../../configuration/config.ts'
import { textField } from '../../flows/submission.ts'
import { identifierSpellings } from '../../identities/address.ts'
import type { CredentialType, Identity } from '../../identities/identity.ts'
import type { IdentityStore } from '../../identities/store.ts'
import { continueLabel } from '../../messages/labels.ts'
import { noCodeAccount, noSuchAccount } from '../../messages/login.ts'
import { inputNode, submitNode } from '../../nodes/node.ts'
import { named } from '../strategy.ts'
import type { LoginCapability, Strategy } from '../strategy.ts'

/** What finding out who signs in takes. */
export interface IdentifierFirstDependencies {
  readonly config: Pick<IdentityConfig, 'selfservice' | 'security'>
  readonly identities: Pick<IdentityStore, 'findByIdentifier'>
}

const types: readonly CredentialType[] = ['password', 'code', 'webauthn', 'passkey']

/** Sign-in in two screens: first who one is, then the ways this person has. Signs nobody in itself. */
export function identifierFirstStrategy(dependencies: IdentifierFirstDependencies): Strategy {
  return { id: 'identifier_first', login: identifierFirstLogin(dependencies) }
}

function identifierFirstLogin({ config, identities }: IdentifierFirstDependencies): LoginCapability {
  const { passwordlessEnabled } = config.selfservice.methods.code
  const find = (typed: string): Identity | undefined =>
    identifierSpellings(typed)
      .map((identifier) => identities.findByIdentifier(types, identifier))
      .find((identity) => identity !== undefined)

  return {
    handles: named('identifier_first'),
    nodes: ({ screen, identifierLabel }) =>
      screen === 'identifier'
        ? [
            inputNode('identifier_first', 'identifier', 'text', identifierOptions, identifierLabel),
            submitNode('identifier_first', 'method', 'identifier_first', continueLabel()),
          ]
        : [],
    submit: ({ fields }) => {
      const field = textField(fields, 'identifier')
      const identifier = field.kind === 'text' ? field.value : ''
      const identity = identifier === '' ? undefined : find(identifier)
      // Where nobody may learn who has an account, everybody is shown the same ways.
      const isHidden = config.security.accountEnumerationMitigate
      if (identity) return { kind: 'identified', identifier, identity: isHidden ? undefined : identity }
      const values = { identifier }
      // Codes answer for unknown names themselves, and say so at once.
      if (passwordlessEnabled && identifier !== '') return { kind: 'rejected', form: [noCodeAccount()], values }
      if (isHidden && identifier !== '') {
        return { kind: 'identified', identifier, identity: undefined }
      }
      return { kind: 'rejected', fields: [{ field: 'identifier', message: noSuchAccount() }], values }
    },
  }
}

const identifierOptions = { value: '', required: true, autocomplete: 'username webauthn' } as const
