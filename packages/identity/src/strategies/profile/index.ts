import type { IdentityConfig } from '../../configuration/config.ts'
import type { IsAddressed, RegistrationCapability, Strategy } from '../../flows/ports/strategy.ts'
import type { Fields } from '../../flows/http/submission.ts'
import { backLabel, signUpLabel } from '../../messages/registration.ts'
import { generic } from '../../messages/validation.ts'
import { submitNode } from '../../nodes/node.ts'
import { profileSettings, type ProfileSettingsDependencies } from './settings.ts'

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
