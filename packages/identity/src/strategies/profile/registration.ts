import { backLabel, signUpLabel } from '../../messages/registration.ts'
import { submitNode } from '../../nodes/node.ts'
import type { RegistrationCapability } from '../../flows/ports/strategy.ts'

/** Sign-up in two screens: first who one is, then how one wants to sign in. Makes no account itself. */
export function profileRegistration(): RegistrationCapability {
  return {
    // Without a method the first screen is meant; that is also how `screen` alone works.
    handles: (fields) => fields['method'] === 'profile' || fields['method'] === undefined || fields['method'] === '',
    screen: (fields) => (fields['screen'] === 'previous' ? 'profile' : undefined),
    nodes: ({ screen }) => {
      if (screen === 'profile') return [submitNode('profile', 'method', 'profile', signUpLabel())]
      return screen === 'credentials' ? [submitNode('profile', 'screen', 'previous', backLabel())] : []
    },
    submit: () => ({ kind: 'screen', screen: 'credentials' }),
  }
}
