import { type Flow, isInputNode } from '@gatehouse/contract/flows'

/** The value of a `datetime-local` control: to the minute, and without a zone. */
const localDateTime = /^\d{4,}-\d\d-\d\dT\d\d:\d\d$/
const zone = /(?:Z|[+-]\d\d:\d\d)$/i

/** Whether a form has values that a `datetime-local` control may have sent. */
export function hasDateTimes(form: URLSearchParams): boolean {
  return [...form.values()].some((value) => localDateTime.test(value))
}

/**
 * Returns a form of this flow with complete date-times: an identity service takes no others (RFC 3339). One that the
 * person left as it was shown keeps its seconds and its zone; another one has the zone of the value before, or else UTC.
 */
export function withDateTimes(form: URLSearchParams, { ui }: Flow): URLSearchParams {
  const before = new Map(
    ui.nodes
      .filter(isInputNode)
      .filter(({ attributes }) => attributes.type === 'datetime-local')
      .map(({ attributes: { name, value } }) => [name, typeof value === 'string' ? value : '']),
  )
  const complete = (name: string, value: string) => {
    const old = before.get(name)
    if (old === undefined || !localDateTime.test(value)) return value
    return old.startsWith(value) && zone.test(old) ? old : `${value}:00${zone.exec(old)?.[0] ?? 'Z'}`
  }
  return new URLSearchParams([...form].map(([name, value]) => [name, complete(name, value)]))
}
