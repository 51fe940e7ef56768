/** A request that is ready to be sent. The caller evaluates the answer. */
export type Prepared = () => Promise<unknown>

/** A text field of a request. */
export interface HostileField {
  /** The operation and the field. */
  readonly name: string
  /** A usual value of the field. */
  readonly valid: string
  /** How long the texts are, in UTF-16 units: as long as the field may be. */
  readonly length: number
  /**
   * Prepares a request with this text, to something that has not seen it before; undefined if it cannot be sent at all.
   */
  readonly prepare: (text: string) => Promise<Prepared> | undefined
}

/** One text of a body: the keys that lead to it, its value, and the body with another text there. */
interface TextField {
  readonly path: readonly string[]
  readonly valid: string
  readonly with: (text: string) => unknown
}

/** As much as a listener reads of a head, in characters. */
const headLength = 15_000
/** Headers that authenticate a caller, or cause a refusal; each is sent alone. The others are sent together. */
const decidingHeaders = ['authorization', 'x-session-token', 'cookie', 'origin']
const otherHeaders = `accept accept-language accept-encoding referer user-agent x-forwarded-for x-forwarded-host
  x-forwarded-proto x-real-ip true-client-ip cf-ipcity cf-ipcountry x-request-id traceparent tracestate if-none-match
  last-event-id sec-fetch-site x-csrf-token x-audit-reason purpose`.split(/\s+/)
const cookies = ['csrf_token', 'ory_kratos_session', 'ory_kratos_continuity', 'gatehouse_device', '__Host-language']

/** Returns every text of a body, and a name of a field in each of its objects. */
export function hostileBody(
  name: string,
  body: unknown,
  lengthOf: (field: string) => number,
  prepare: (json: string) => Promise<Prepared>,
): readonly HostileField[] {
  return textFields(body).map(({ path, valid, with: change }) => ({
    name: `${name}, ${path.join('.')}`,
    valid,
    length: lengthOf(path[0] ?? ''),
    prepare: (text) => prepare(JSON.stringify(change(text))),
  }))
}

/**
 * Every text beside a body: the parts of a path in braces or behind a colon, parameters of the query, headers, cookies.
 * @param prepare is given a path that may still have other such parts
 */
export function hostileEnvelope(
  name: string,
  path: string,
  parameters: readonly string[],
  prepare: (path: string, headers: Readonly<Record<string, string>>) => Promise<Prepared>,
): readonly HostileField[] {
  const field = (what: string, prepared: HostileField['prepare']): HostileField => ({
    name: `${name}, ${what}`,
    valid: what === 'return_to' ? 'https://example.org/' : 'a',
    length: headLength,
    prepare: prepared,
  })
  const inHeaders = (what: string, headers: (bytes: string) => Readonly<Record<string, string>>) =>
    field(what, (text) => {
      const bytes = Buffer.from(text, 'utf8').toString('latin1').slice(0, headLength)
      // HTTP forbids these characters.
      return /[\0\r\n]/.test(bytes) ? undefined : prepare(path, headers(bytes))
    })
  return [
    ...Array.from(path.matchAll(/\{\w+\}|:\w+/g), ([part]) =>
      field(`path ${part}`, (text) => prepare(path.replace(part, encodeURIComponent(text.toWellFormed())), {})),
    ),
    ...parameters.map((key) => field(key, (text) => prepare(`${path}?${new URLSearchParams({ [key]: text })}`, {}))),
    ...decidingHeaders.map((header) => inHeaders(header, (bytes) => ({ [header]: bytes }))),
    inHeaders('cookies', (bytes) => {
      const value = bytes.replaceAll(';', '').slice(0, headLength / cookies.length)
      return { cookie: cookies.map((cookie) => `${cookie}=${value}`).join('; ') }
    }),
    inHeaders('other headers', (bytes) => Object.fromEntries(otherHeaders.map((header) => [header, bytes]))),
  ]
}

function textFields(body: unknown): readonly TextField[] {
  if (typeof body === 'string') return [{ path: [], valid: body, with: (text) => text }]
  if (typeof body !== 'object' || body === null) return []
  const isList = Array.isArray(body)
  const fields = Object.entries(body).flatMap(([key, part]) =>
    textFields(part).map(({ path, valid, with: change }): TextField => {
      const put = (text: string) => (isList ? body.with(Number(key), change(text)) : { ...body, [key]: change(text) })
      return { path: [key, ...path], valid, with: put }
    }),
  )
  return isList ? fields : [...fields, { path: ['(a name)'], valid: 'a', with: (text) => ({ ...body, [text]: 'a' }) }]
}
