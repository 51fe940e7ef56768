/** Whether the identity service did not answer. By name: a bundle and its host may hold a copy of the class each. */
export function isUnreachable(error: unknown): error is Error {
  return error instanceof Error && error.name === 'IdentityServiceUnreachable'
}
