import type { Transition } from '../model/transitions.ts'

/** TABLE 2. A saved flow stays usable. */
export const settingsTransitions = [
  { from: 'show_form', on: 'saved', to: 'success' },
  { from: 'success', on: 'saved', to: 'success' },
] as const satisfies readonly Transition[]
