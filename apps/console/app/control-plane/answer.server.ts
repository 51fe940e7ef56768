/** What became of a change. */
export type Changed<T> =
  | { readonly kind: 'done'; readonly body: T }
  /** `reason` is the control plane's own, in English: what is wrong and how to mend it. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly id: string | undefined
      readonly reason: string
      /** What else it says: the faults of a configuration, one by one. */
      readonly faults: readonly string[]
      /** The same for programs, where there is more to it than a status. */
      readonly details?: Readonly<Record<string, unknown>>
    }

interface Refusal {
  readonly id?: string
  readonly reason?: string
  readonly details?: { readonly faults?: readonly string[] } & Readonly<Record<string, unknown>>
}

/** Reads an answer of the control plane. */
export async function readAnswer<T>(response: Response): Promise<Changed<T>> {
  const text = await response.text()
  if (response.ok) return { kind: 'done', body: parseBody<T>(text) }
  const { error } = parseBody<{ readonly error?: Refusal }>(text)
  const { id, reason = '', details = {} } = error ?? {}
  return { kind: 'refused', status: response.status, id, reason, faults: details.faults ?? [], details }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the control plane is of the same build as this
function parseBody<T>(text: string): T {
  return (text === '' ? {} : JSON.parse(text)) as T
}
