/** Behaviour of components once script runs. */
export { holdTextAreas } from '../hold-text-areas.ts'
export { useHydrated } from '../hydrated.ts'
export { isFocusLost, useKeptFocus } from '../kept-focus.ts'
export { noteAddress } from '../shown-address.ts'
export { takeOver } from '../take-over.ts'
