import type { UiNode, Message } from '@gatehouse/contract/flows'
import { z } from 'zod'
import type { CredentialImport, PreparedCredential, RefusedCredential } from '../../credentials/credential-import.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import type { PasswordHasher } from '../../credentials/hasher.ts'
import {
  withRemotePassword,
  withPasswordHash,
  isPasswordRemote,
  passwordHashOf,
  withHashAnew,
} from '../../credentials/password-hash.ts'
import { textField, type TextField, textOf } from '../../flows/http/submission.ts'
import { fieldRejection, identifierField, limitedByName, fieldFault } from '../../flows/ports/strategy-input.ts'
import type { Rejected } from '../../flows/ports/strategy-outcome.ts'
import type {
  Strategy,
  LoginCapability,
  LoginForm,
  LoginOutcome,
  RegistrationCapability,
  SettingsCapability,
} from '../../flows/ports/strategy.ts'
import { hookFailed } from '../../flows/ports/web-hooks.ts'
import { identifierSpellings } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import { saveLabel, passwordLabel } from '../../messages/labels.ts'
import { confirmLabel, invalidCredentials, signInWithPasswordLabel } from '../../messages/login.ts'
import { noIdentifierFound, signUpLabel } from '../../messages/registration.ts'
import { sameAsOldPassword } from '../../messages/settings.ts'
import { hiddenNode, inputNode, submitNode } from '../../nodes/node.ts'
import type { PasswordDependencies } from './dependencies.ts'
import { createPasswordPolicy, type PasswordPolicy } from './policy.ts'

/** Passwords. */
export function passwordStrategy(dependencies: PasswordDependencies): Strategy {
  const { config, hasher, fetch } = dependencies
  const policy = createPasswordPolicy(config, hasher.longestBytes, fetch)
  return {
    id: 'password',
    login: passwordLogin(dependencies),
    registration: passwordRegistration(dependencies, policy),
    settings: passwordSettings(dependencies, policy),
  }
}

const config = z.strictObject({
  password: z.string().optional(),
  hashed_password: z.string().optional(),
  use_password_migration_hook: z.boolean().optional(),
})

/** The import of passwords: in clear text, as a hash, or left in another system until the next sign-in. */
export const passwordImport: CredentialImport = {
  type: 'password',
  body: z.strictObject({ config }).transform((body) => ({
    takesHashing: (body.config.password ?? '') !== '',
    prepare: async (hasher: PasswordHasher): Promise<PreparedCredential> => {
      const hash = await hashOf(body.config, hasher)
      if (typeof hash === 'object') return hash
      const isRemote = body.config.use_password_migration_hook === true
      return (_seals, identity, now) => {
        if (hash !== undefined) return withPasswordHash(identity, hash, now)
        return isRemote ? withRemotePassword(identity, now) : identity
      }
    },
  })),
}

async function hashOf(
  given: z.output<typeof config>,
  hasher: PasswordHasher,
): Promise<string | RefusedCredential | undefined> {
  if (given.hashed_password !== undefined && given.hashed_password !== '') {
    if (hasher.reads(given.hashed_password)) return given.hashed_password
    const known = 'argon2, bcrypt, pbkdf2, scrypt, firescrypt, SSHA, sha, md5, sha-crypt, md5-crypt and hmac'
    return { refused: `The format of the hashed password is not supported; there are ${known}.` }
  }
  if (given.password === undefined || given.password === '') return undefined
  if (Buffer.byteLength(given.password) > hasher.longestBytes) {
    return { refused: `The password has more than ${hasher.longestBytes} bytes.` }
  }
  return hasher.hash(given.password)
}

/** Counts a password once it is set, or while another system checks it. */
export const passwordFactor: FirstFactors = (identity, { password }) => {
  const isRemote = password.migrateHook !== undefined && isPasswordRemote(identity)
  return Number(password.enabled && (isRemote || passwordHashOf(identity) !== undefined))
}

/** Signing in with a password. An unknown name takes as much time as a wrong password, and gets the same answer. */
function passwordLogin(dependencies: PasswordDependencies): LoginCapability {
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
  async function migrate(identity: Identity, identifier: string, password: string): Promise<LoginOutcome> {
    if (remote === undefined || Buffer.byteLength(password) > hasher.longestBytes) {
      await hasher.verifyDecoy(password)
      return wrong(identifier, identity.id)
    }
    const said = await remote.ask(identifier, password)
    // A service with an unusable answer must not be called without a limit.
    if (said === 'unusable') return { kind: 'refused', refusal: hookFailed, countsAsAttempt: true }
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
    limitSubject: ({ fields }) => limitedByName(identifierField(fields), textField(fields, 'password')),

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
      if (identity && isPasswordRemote(identity)) return migrate(identity, identifier.value, password.value)
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
  const stillHolds = (fresh: Identity) => passwordHashOf(fresh) === hash
  return { kind: 'authenticated', identity, method: 'password', aal: 'aal1', stillHolds }
}

function wrong(identifier: string, identityId: string | undefined): Rejected {
  const rejected = { kind: 'rejected', form: [invalidCredentials()], values: { identifier } } as const
  return identityId === undefined ? rejected : { ...rejected, identityId }
}

/** Signing up with a password. */
function passwordRegistration(
  { hasher }: Pick<PasswordDependencies, 'hasher'>,
  policy: PasswordPolicy,
): RegistrationCapability {
  return {
    nodes: ({ screen }) => (screen === 'profile' ? [] : passwordNodes('new-password', signUpLabel())),
    faultsOf: (fields) => {
      const password = textField(fields, 'password')
      return password.kind === 'text' ? [] : [fieldFault('password', password)]
    },
    submit: async ({ fields, draft, now }) => {
      const password = textOf(fields, 'password') ?? ''
      const identifiers = draft.credentials.password?.identifiers ?? []
      if (identifiers.length === 0) return { kind: 'rejected', form: [noIdentifierFound()] }
      const fault = await policy(password, identifiers)
      if (fault) return { kind: 'rejected', fields: [{ field: 'password', message: fault }] }
      const hash = await hasher.hash(password)
      return { kind: 'accepted', method: 'password', identity: withPasswordHash(draft, hash, now) }
    },
  }
}

/** Setting or changing the signed-in person's password. */
function passwordSettings(
  { hasher }: Pick<PasswordDependencies, 'hasher'>,
  policy: PasswordPolicy,
): SettingsCapability {
  return {
    nodes: () => passwordNodes('new-password', saveLabel()),
    isPrivileged: () => true,
    changes: (before, after) => {
      const hash = passwordHashOf(after)
      return hash !== undefined && hash !== passwordHashOf(before) ? ['password_changed'] : []
    },
    submit: async ({ fields, identity, now }) => {
      const password = textField(fields, 'password')
      if (password.kind !== 'text') return fieldRejection('password', password)
      const identifiers = identity.credentials.password?.identifiers ?? []
      if (identifiers.length === 0) return { kind: 'rejected', form: [noIdentifierFound()] }
      const fault = await policy(password.value, identifiers)
      if (fault) return { kind: 'rejected', fields: [{ field: 'password', message: fault }] }
      const old = passwordHashOf(identity)
      if (old !== undefined && (await hasher.verify(old, password.value)).ok) {
        return { kind: 'rejected', fields: [{ field: 'password', message: sameAsOldPassword() }] }
      }
      const hash = await hasher.hash(password.value)
      return { kind: 'changed', change: (fresh) => withPasswordHash(fresh, hash, now) }
    },
  }
}

/** Returns a password field and its button. */
function passwordNodes(autocomplete: 'current-password' | 'new-password', submitLabel: Message): UiNode[] {
  return [
    inputNode('password', 'password', 'password', { required: true, autocomplete }, passwordLabel()),
    submitNode('password', 'method', 'password', submitLabel),
  ]
}
