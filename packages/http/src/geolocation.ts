/** Where a request came from, roughly: names of a town and a country, either of which may be empty. */
export interface Geolocation {
  readonly city: string
  readonly country: string
}

/** The headers by which an identity service learns a geolocation; Ory Kratos reads the same ones. */
export const geolocationHeaders = { city: 'cf-ipcity', country: 'cf-ipcountry' } as const

/**
 * Replaces the geolocation that a request claims by the known one. Header values are bytes: names travel in UTF-8, as content
 * delivery networks send them.
 */
export function setGeolocation(headers: Headers, geolocation: Geolocation | undefined): void {
  for (const part of ['city', 'country'] as const) {
    const name = geolocationHeaders[part]
    const known = geolocation?.[part] ?? ''
    if (known !== '') headers.set(name, toHeader(known))
    else if (headers.has(name)) headers.delete(name)
  }
}

/** What a header says, whichever way its bytes were read. */
function fromHeader(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? value : text
}

function toHeader(text: string): string {
  // What came by a header is bytes already, and what is plain stays as it is.
  const plain = fromHeader(text)
  const printable = plain.replaceAll(/\p{Cc}/gu, ' ').trim()
  return Buffer.from(printable, 'utf8').toString('latin1')
}
