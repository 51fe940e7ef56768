import { randomBytes } from 'node:crypto'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns true for the usual spelling of a UUID, of any version. */
export function isUuid(text: string): boolean {
  return form.test(text)
}

/**
 * Creates UUIDs (RFC 9562, version 7 with a counter) that sort in the order of their creation, also within one
 * millisecond. The function takes Unix milliseconds.
 */
export function createOrderedIds(): (now: number) => string {
  const last = { at: -1, count: 0 }
  return (now) => {
    last.count = now === last.at ? (last.count + 1) & 0xfff : 0
    last.at = now
    const time = now.toString(16).padStart(12, '0')
    const count = last.count.toString(16).padStart(3, '0')
    const random = randomBytes(8)
    random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
    const hex = random.toString('hex')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${hex.slice(0, 4)}-${hex.slice(4)}`
  }
}
