import { RequiredError } from '@ory/client-fetch'

export { RequiredError }

/** The name of the parameter a call lacked (`flow`, `updateLoginFlowBody`, `id`); undefined for any other error. */
export function missingParameter(error: unknown): string | undefined {
  return error instanceof RequiredError ? error.field : undefined
}
