import { randomUUID } from 'node:crypto'

import type { SessionDevice } from './session.ts'

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
