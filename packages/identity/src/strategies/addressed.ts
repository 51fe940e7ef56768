import { textField, type Fields } from '../flows/http/submission.ts'
import { isPressed } from '../flows/ports/strategy-input.ts'
import type { IsAddressed } from '../flows/ports/strategy.ts'

/** A submission that names the method. */
export function named(method: string): IsAddressed {
  return (fields) => fields['method'] === method
}

/** A submission that fills one of these fields, and names the method or none. */
export function filled(method: string, ...names: readonly string[]): IsAddressed {
  return (fields) => namesNoOther(fields, method) && names.some((name) => textField(fields, name).kind === 'text')
}

/** A submission in which one of these buttons was pressed, and that names the method or none. */
export function pressed(method: string, ...names: readonly string[]): IsAddressed {
  return (fields) => namesNoOther(fields, method) && names.some((name) => isPressed(fields, name))
}

/** Either of two. */
export function either(one: IsAddressed, other: IsAddressed): IsAddressed {
  return (fields, flow) => one(fields, flow) || other(fields, flow)
}

/** Only in flows of browsers. */
export function inBrowser(addressed: IsAddressed): IsAddressed {
  return (fields, flow) => flow.type === 'browser' && addressed(fields, flow)
}

/** Only in a sign-in to that level of assurance. */
export function atLevel(aal: 'aal1' | 'aal2', addressed: IsAddressed): IsAddressed {
  return (fields, flow) => (flow.details.requestedAal ?? 'aal1') === aal && addressed(fields, flow)
}

function namesNoOther(fields: Fields, method: string): boolean {
  const { method: given } = fields
  return given === undefined || given === null || given === '' || given === method
}
