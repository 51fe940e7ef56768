import type { IdentityConfig } from '../../configuration/config.ts'
import { textField } from '../../flows/http/submission.ts'
import { identifierSpellings } from '../../identities/address.ts'
import { typesWith } from '../../identities/credential-kinds.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import { continueLabel } from '../../messages/labels.ts'
import { noSuchAccount } from '../../messages/login.ts'
import { inputNode, submitNode } from '../../nodes/node.ts'
import { limitedByName } from '../../flows/ports/strategy-input.ts'
import { type LoginCapability, type Strategy } from '../../flows/ports/strategy.ts'

/** The dependencies of finding the account of a sign-in. */
export interface IdentifierFirstDependencies {
  readonly config: Pick<IdentityConfig, 'security'>
  readonly identities: Pick<IdentityStore, 'findByIdentifier'>
}

const types = typesWith('findsOwner')

/** Sign-in in two screens: first the name, then this person's methods. Opens no session itself. */
export function identifierFirstStrategy(dependencies: IdentifierFirstDependencies): Strategy {
  return { id: 'identifier_first', login: identifierFirstLogin(dependencies) }
}

function identifierFirstLogin({ config, identities }: IdentifierFirstDependencies): LoginCapability {
  const find = async (typed: string): Promise<Identity | undefined> =>
    (
      await Promise.all(identifierSpellings(typed).map((identifier) => identities.findByIdentifier(types, identifier)))
    ).find((identity) => identity !== undefined)

  return {
    limitSubject: ({ fields }) => limitedByName(textField(fields, 'identifier')),
    nodes: ({ screen, identifierLabel }) =>
      screen === 'identifier'
        ? [
            inputNode('identifier_first', 'identifier', 'text', identifierOptions, identifierLabel),
            submitNode('identifier_first', 'method', 'identifier_first', continueLabel()),
          ]
        : [],
    submit: async ({ fields }) => {
      const field = textField(fields, 'identifier')
      const identifier = field.kind === 'text' ? field.value : ''
      // If accounts are hidden, every name gets the same methods, without a look-up.
      const isHidden = config.security.accountEnumerationMitigate
      const identity = identifier === '' || isHidden ? undefined : await find(identifier)
      if (identity || (isHidden && identifier !== '')) return { kind: 'identified', identifier, identity }
      return {
        kind: 'rejected',
        fields: [{ field: 'identifier', message: noSuchAccount() }],
        values: { identifier },
      }
    },
  }
}

const identifierOptions = { value: '', required: true, autocomplete: 'username webauthn' } as const
