import type { IdentityConfig } from '../../configuration/config.ts'
import type { IsAddressed, RegistrationCapability, Strategy } from '../../flows/ports/strategy.ts'
import { backLabel, signUpLabel } from '../../messages/registration.ts'
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

/** Submissions of the first screen of a sign-up, and of the buttons that lead to a screen: those name no method. */
export const isOfProfileScreen: IsAddressed = ({ method, screen }) =>
  method === 'profile' ||
  ((method === undefined || method === '') && (screen === 'previous' || screen === 'credential-selection'))

/** Sign-up in two screens: first the profile, then the sign-in method. Creates no account itself. */
function profileRegistration(): RegistrationCapability {
  return {
    screen: (fields) => (fields['screen'] === 'previous' ? 'profile' : undefined),
    nodes: ({ screen }) => {
      if (screen === 'profile') return [submitNode('profile', 'method', 'profile', signUpLabel())]
      return screen === 'credentials' ? [submitNode('profile', 'screen', 'previous', backLabel())] : []
    },
    submit: () => ({ kind: 'screen', screen: 'credentials' }),
  }
}
