/** One form field. Dots in its name nest it if the request is sent as JSON (`traits.email`). */
export type Field = readonly [name: string, value: string]

/** How the fields of a request travel. */
export type Encoding = 'json' | 'form' | 'multipart'

/**
 * A request that can be sent any number of times: a `Request` cannot, since its body is read once. Variations derive
 * others from it; each adds its change to `label`.
 */
export interface AttackRequest {
  /** The label that distinguishes this request from the others of an attack; shown in the tally. */
  readonly label?: string
  /** `GET` without one. */
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The fields of the body. None: the request has no body, unless `body` is given. */
  readonly fields?: readonly Field[]
  /** `form` without one. */
  readonly encoding?: Encoding
  /** A body as it is, instead of `fields`. Name its type in `headers`. */
  readonly body?: string
}

/** Returns the same request under a label that names the change. */
export function labelled(request: AttackRequest, change: string): AttackRequest {
  return { ...request, label: request.label === undefined ? change : `${request.label}, ${change}` }
}

/** Makes the `Request` that is sent. Redirects are not followed. */
export function toRequest({ url, method = 'GET', headers, fields, encoding = 'form', body }: AttackRequest): Request {
  const init = { method, redirect: 'manual' } as const
  if (body !== undefined) return new Request(url, { ...init, body, ...(headers && { headers }) })
  if (fields === undefined) return new Request(url, { ...init, ...(headers && { headers }) })
  const request = new Request(url, { ...init, body: encoders[encoding](fields), ...(headers && { headers }) })
  if (encoding === 'json') request.headers.set('content-type', 'application/json')
  return request
}

const encoders: Readonly<Record<Encoding, (fields: readonly Field[]) => BodyInit>> = {
  form: (fields) => new URLSearchParams(fields.map(([name, value]) => [name, value])),
  multipart: (fields) => {
    const data = new FormData()
    for (const [name, value] of fields) data.append(name, value)
    return data
  },
  json: jsonOf,
}

/**
 * Writes the fields as JSON text, nested at the dots of their names. As text, because a repeated name stays twice in
 * it, as in a form: readers of JSON do not agree on which one counts.
 */
function jsonOf(fields: readonly Field[]): string {
  const groups: (readonly [key: string, inner: readonly Field[]])[] = []
  const nested = new Map<string, Field[]>()
  const members: string[] = []
  for (const [name, value] of fields) {
    const dot = name.indexOf('.')
    if (dot === -1) {
      members.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
      continue
    }
    const key = name.slice(0, dot)
    const inner = nested.get(key)
    const field = [name.slice(dot + 1), value] as const
    if (inner) inner.push(field)
    else {
      const list = [field]
      nested.set(key, list)
      groups.push([key, list])
    }
  }
  for (const [key, inner] of groups) members.push(`${JSON.stringify(key)}:${jsonOf(inner)}`)
  return `{${members.join(',')}}`
}
