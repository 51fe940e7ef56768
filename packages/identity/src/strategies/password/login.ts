import type { UiNode } from '@gatehouse/contract/flows'

import { textField, type TextField } from '../../flows/http/submission.ts'
import { identifierSpellings } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import { confirmLabel, invalidCredentials, signInWithPasswordLabel } from '../../messages/login.ts'
import { hiddenNode, inputNode } from '../../nodes/node.ts'
import { fieldRejection, identifierField, triedByName } from '../../flows/ports/strategy-input.ts'
import type { Rejected } from '../../flows/ports/strategy-outcome.ts'
import { type LoginCapability, type LoginForm, type LoginOutcome } from '../../flows/ports/strategy.ts'
import { hookFailed } from '../../flows/ports/web-hooks.ts'
import { isPasswordRemote, passwordHashOf, withHashAnew, withPasswordHash } from '../../credentials/password-hash.ts'
import type { PasswordDependencies } from './dependencies.ts'
import { passwordNodes } from './nodes.ts'

/** Signing in with a password. An unknown name takes as much time as a wrong password, and gets the same answer. */
export function passwordLogin(dependencies: PasswordDependencies): LoginCapability {
  const { config, identities, hasher, transactions, passwordMigration: remote } = dependencies
  const { knownName } = config.improvements
  const { passwordlessEnabled } = config.selfservice.methods.code
  const { refreshLoginChooseAddress } = config.featureFlags
  /** True if the name is asked for: in Ory Kratos the code's field replaces the one with the known name. */
  const asksForName = ({ identity }: LoginForm): boolean =>
    !knownName && passwordlessEnabled && !refreshLoginChooseAddress && identity?.credentials.code !== undefined
  const hasPassword = (identity: Identity): boolean =>
    passwordHashOf(identity) !== undefined || (remote !== undefined && isPasswordRemote(identity))

  /** Checks a password at the other system once; from then on it is stored here. */
  async function moved(identity: Identity, identifier: string, password: string): Promise<LoginOutcome> {
    if (remote === undefined || Buffer.byteLength(password) > hasher.longestBytes) {
      await hasher.verifyDecoy(password)
      return wrong(identifier, identity.id)
    }
    const said = await remote.ask(identifier, password)
    // A service with an unusable answer must not be called without a limit.
    if (said === 'unusable') return { kind: 'refused', refusal: hookFailed, counts: true }
    if (said === 'wrong') return wrong(identifier, identity.id)
    const hash = await hasher.hash(password)
    return transactions.durable(async (): Promise<LoginOutcome> => {
      // The account may have a stored password by now, which must stay.
      const fresh = await identities.find(identity.id)
      if (!fresh || !isPasswordRemote(fresh)) return wrong(identifier, identity.id)
      const updated = withPasswordHash(fresh, hash, fresh.credentials.password?.updatedAt ?? fresh.updatedAt)
      await identities.update({ ...updated, updatedAt: fresh.updatedAt }, 'upkeep')
      return authenticated(updated)
    })
  }

  return {
    triedAt: ({ fields }) => triedByName(identifierField(fields)),

    nodes: (form) => {
      if (form.aal === 'aal2' || form.screen === 'identifier') return []
      if (form.identity && !hasPassword(form.identity)) return []
      const password = passwordNodes('current-password', form.refresh ? confirmLabel() : signInWithPasswordLabel())
      return form.screen === 'unified' ? [identifierNode(form, asksForName(form)), ...password] : password
    },

    submit: async ({ flow, fields }) => {
      if (flow.details.requestedAal === 'aal2') return { kind: 'rejected', form: [invalidCredentials()] }
      const identifier = identifierField(fields)
      const password = textField(fields, 'password')
      if (identifier.kind !== 'text' || password.kind !== 'text') return faults(identifier, password)

      const identity = (
        await Promise.all(
          identifierSpellings(identifier.value).map((spelling) => identities.findByIdentifier(['password'], spelling)),
        )
      ).find((found) => found !== undefined)
      if (identity && isPasswordRemote(identity)) return moved(identity, identifier.value, password.value)
      const hash = identity && passwordHashOf(identity)
      if (!identity || hash === undefined) {
        await hasher.verifyDecoy(password.value)
        return wrong(identifier.value, identity?.id)
      }
      const { ok, needsRehash } = await hasher.verify(hash, password.value)
      if (!ok) return wrong(identifier.value, identity.id)
      if (!needsRehash) return authenticated(identity)

      const rehashed = await hasher.hash(password.value)
      return transactions.durable(async (): Promise<LoginOutcome> => {
        // The account may have another password after the time of the hash; that one must stay.
        const fresh = await identities.find(identity.id)
        if (!fresh || passwordHashOf(fresh) !== hash) return wrong(identifier.value, identity.id)
        const updated = withHashAnew(fresh, rehashed)
        await identities.update(updated, 'upkeep')
        return authenticated(updated)
      })
    },
  }
}

function identifierNode({ refresh, identity, identifierLabel }: LoginForm, asksForName: boolean): UiNode {
  const known = identity?.credentials.password?.identifiers[0]
  if (refresh && known !== undefined && !asksForName) return hiddenNode('default', 'identifier', known)
  return inputNode('default', 'identifier', 'text', { value: '', required: true }, identifierLabel)
}

function faults(identifier: TextField, password: TextField): Rejected {
  const faulty = [
    identifier.kind === 'text' ? undefined : fieldRejection('identifier', identifier),
    password.kind === 'text' ? undefined : fieldRejection('password', password),
  ]
  return {
    kind: 'rejected',
    fields: faulty.flatMap((rejection) => rejection?.fields ?? []),
    ...(identifier.kind === 'text' && { values: { identifier: identifier.value } }),
  }
}

/** Accepts a password that was right at the time of the check, which takes a while. */
function authenticated(identity: Identity): LoginOutcome {
  const hash = passwordHashOf(identity)
  const holds = (fresh: Identity) => passwordHashOf(fresh) === hash
  return { kind: 'authenticated', identity, method: 'password', aal: 'aal1', holds }
}

function wrong(identifier: string, identityId: string | undefined): Rejected {
  const rejected = { kind: 'rejected', form: [invalidCredentials()], values: { identifier } } as const
  return identityId === undefined ? rejected : { ...rejected, identityId }
}
