import { randomUUID } from 'node:crypto'
import type { Aal, AuthenticationMethod } from '@gatehouse/contract/identities'

/** The device and location of a sign-in or refresh. */
export interface SessionDevice {
  readonly id: string
  readonly ipAddress: string
  readonly userAgent: string
  readonly location: string
  readonly createdAt: number
}

/** A stored session. The token itself is never stored, only its SHA-256. Times are Unix milliseconds. */
export interface Session {
  readonly id: string
  readonly identityId: string
  readonly active: boolean
  readonly aal: Aal
  readonly methods: readonly AuthenticationMethod[]
  readonly issuedAt: number
  readonly authenticatedAt: number
  /** The time of its last use, to within some minutes. */
  readonly lastUsedAt: number
  readonly expiresAt: number
  readonly devices: readonly SessionDevice[]
}

const longest = 512

/** Returns the device of a request by the proxy's headers. For display only: these headers prove nothing. */
export function deviceOf(headers: Headers, now: number): SessionDevice {
  const forwarded = headers.get('x-forwarded-for')?.split(',', 1)[0]
  const ipAddress = headers.get('true-client-ip') ?? forwarded ?? headers.get('x-real-ip') ?? ''
  const geolocation = [headers.get('cf-ipcity'), headers.get('cf-ipcountry')].flatMap((part) =>
    part === null || part === '' ? [] : [readBytes(part)],
  )
  return {
    id: randomUUID(),
    ipAddress: ipAddress.trim().slice(0, longest),
    userAgent: (headers.get('user-agent') ?? '').slice(0, longest),
    location: geolocation.join(', ').slice(0, longest),
    createdAt: now,
  }
}

/** Decodes a header value: its characters are bytes, and names of cities are UTF-8. */
function readBytes(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? value : text
}
