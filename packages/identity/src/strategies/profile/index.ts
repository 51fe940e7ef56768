import type { IdentityConfig } from '../../configuration/config.ts'
import type { Strategy } from '../../flows/ports/strategy.ts'
import { profileRegistration } from './registration.ts'
import { profileSettings } from './settings.ts'
import type { ProfileSettingsDependencies } from './settings.ts'

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
