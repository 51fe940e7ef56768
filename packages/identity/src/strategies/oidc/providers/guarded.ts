/**
 * Creates a guard: a failure between two services becomes an answer that may be shown, and a line for the operator.
 * `codeOf`: the protocol's code for it.
 */
export function createGuard(
  { id, label }: { readonly id: string; readonly label: string },
  warn: (text: string) => void,
  codeOf: (error: unknown) => { readonly code?: string } = () => ({}),
) {
  return async <T>(what: string, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      warn(`The provider "${id}" failed at ${what}: ${describe(error)}`)
      const reason = `"${label}" did not answer as it should. Please try again later.`
      return { kind: 'failed', reason, fault: { ...codeOf(error), text: describe(error) } } as const
    }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 500)
}
