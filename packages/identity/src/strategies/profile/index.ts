import { isDeepStrictEqual } from 'node:util'
import type { UiNode } from '@gatehouse/contract/flows'
import type { IdentityConfig } from '../../configuration/config.ts'
import { type Fields, textField } from '../../flows/http/submission.ts'
import type {
  IsAddressed,
  RegistrationCapability,
  Strategy,
  SettingsAttempt,
  SettingsCapability,
  SettingsForm,
  SettingsOutcome,
} from '../../flows/ports/strategy.ts'
import { invalidTraits, readWholeTraits } from '../../flows/presentation/traits.ts'
import { applyTraits, type Composed } from '../../identities/compose.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchemas } from '../../identities/schemas.ts'
import { traitNodes } from '../../identities/trait-nodes.ts'
import { rawLabel, resendCodeLabel, saveLabel } from '../../messages/labels.ts'
import { backLabel, signUpLabel } from '../../messages/registration.ts'
import { addressWaitsLabel, discardAddressLabel } from '../../messages/settings.ts'
import { generic } from '../../messages/validation.ts'
import { submitNode, textNode } from '../../nodes/node.ts'

/** The person's own data: the first screen of a sign-up in two steps, and its form in the settings. */
export function profileStrategy(
  dependencies: ProfileSettingsDependencies & { readonly config: Pick<IdentityConfig, 'selfservice'> },
): Strategy {
  const { flows, methods } = dependencies.config.selfservice
  return {
    id: 'profile',
    ...(flows.registration.style === 'profile_first' && { registration: profileRegistration() }),
    ...(methods.profile.enabled && { settings: { ...profileSettings(dependencies), isForMembers: true } }),
  }
}

const screens: ReadonlySet<unknown> = new Set(['previous', 'credential-selection'])

/**
 * Submissions of the first screen of a sign-up, of the buttons that lead to a screen (those name no method), and to a
 * screen that there is not.
 */
export const isOfProfileScreen: IsAddressed = (fields) =>
  fields['method'] === 'profile' ||
  namesUnknownScreen(fields) ||
  ((fields['method'] === undefined || fields['method'] === '') && screens.has(fields['screen']))

function namesUnknownScreen({ screen }: Fields): boolean {
  return screen !== undefined && screen !== null && screen !== '' && !screens.has(screen)
}

const unknownScreen = 'The screen has to be "credential-selection" or "previous".'

/** Sign-up in two screens: first the profile, then the sign-in method. Creates no account itself. */
function profileRegistration(): RegistrationCapability {
  return {
    faultsOf: (fields) => (namesUnknownScreen(fields) ? [{ field: 'screen', message: generic(unknownScreen) }] : []),
    screen: (fields) => (fields['screen'] === 'previous' ? 'profile' : undefined),
    nodes: ({ screen }) => {
      if (screen === 'profile') return [submitNode('profile', 'method', 'profile', signUpLabel())]
      return screen === 'credentials' ? [submitNode('profile', 'screen', 'previous', backLabel())] : []
    },
    submit: () => ({ kind: 'screen', screen: 'credentials' }),
  }
}

/** The dependencies of changing one's traits. */
export interface ProfileSettingsDependencies {
  readonly config: Pick<IdentityConfig, 'improvements'>
  readonly schemas: IdentitySchemas
}

/** Changing one's own data. Sign-in names and addresses, on which other flows rely, need a recent sign-in. */
function profileSettings({ config, schemas }: ProfileSettingsDependencies): SettingsCapability {
  const { stateKeepsItsTime } = config.improvements
  const schemaOf = (identity: Identity) => schemas.get(identity.schemaId)

  function next({ identity, submission, now }: SettingsAttempt): Composed | undefined {
    const schema = schemaOf(identity)
    return schema && applyTraits(schema, identity, readWholeTraits(schema, submission), now)
  }

  return {
    nodes: ({ identity, waiting }) => {
      const schema = schemaOf(identity)
      if (!schema) return []
      const fields = traitNodes(schema, { group: 'profile', traits: identity.traits })
      return [...fields, submitNode('profile', 'method', 'profile', saveLabel()), ...waiting.flatMap(waitingNodes)]
    },
    isPrivileged: (attempt) => {
      if (askedOf(attempt.fields)) return false
      const composed = next(attempt)
      return composed?.kind === 'composed' && !isDeepStrictEqual(claims(composed.identity), claims(attempt.identity))
    },
    submit: (attempt) => {
      const asked = askedOf(attempt.fields)
      if (asked) return { kind: 'waiting_address', ...asked }
      const schema = schemaOf(attempt.identity)
      if (!schema) return { kind: 'rejected', form: [generic('The schema of this account is no longer configured.')] }
      const traits = readWholeTraits(schema, attempt.submission)
      const composed = applyTraits(schema, attempt.identity, traits, attempt.now)
      if (composed.kind === 'invalid') {
        // A field that was left empty is shown empty, not as it was saved.
        const emptied = Object.fromEntries(schema.fields.map(({ name }) => [name, undefined]))
        const rejected = invalidTraits(schema, traits, composed.faults)
        return { ...rejected, values: { ...emptied, ...rejected.values } }
      }
      const change = (fresh: Identity): Identity => {
        const again = applyTraits(schema, fresh, traits, attempt.now)
        if (again.kind !== 'composed') return fresh
        return stateKeepsItsTime ? again.identity : { ...again.identity, stateChangedAt: undefined }
      }
      return { kind: 'changed', change }
    },
  }
}

/** The buttons of a waiting address, by their effect; each sends the id of the change. */
export const waitingButtons = { resend: 'resend_address', discard: 'discard_address' } as const

/** Returns the nodes of an address that waits for its proof: the address, a further message, and the discard button. */
function waitingNodes({ id, addresses }: SettingsForm['waiting'][number]): readonly UiNode[] {
  return [
    textNode('profile', `waiting_address_${id}`, rawLabel(addresses.join(', ')), addressWaitsLabel()),
    submitNode('profile', waitingButtons.resend, id, resendCodeLabel()),
    submitNode('profile', waitingButtons.discard, id, discardAddressLabel()),
  ]
}

function askedOf(
  fields: Fields,
): Pick<Extract<SettingsOutcome, { kind: 'waiting_address' }>, 'does' | 'id'> | undefined {
  for (const does of ['resend', 'discard'] as const) {
    const id = textField(fields, waitingButtons[does])
    if (id.kind === 'text') return { does, id: id.value }
  }
  return undefined
}

/**
 * Returns the values that a thief of an open session would change to keep the account: all sign-in names and addresses.
 */
function claims({ credentials, verifiableAddresses, recoveryAddresses }: Identity): unknown {
  return {
    identifiers: Object.values(credentials).map(({ type, identifiers }) => [type, identifiers]),
    verifiable: verifiableAddresses.map(({ value }) => value),
    recovery: recoveryAddresses.map(({ value }) => value),
  }
}
