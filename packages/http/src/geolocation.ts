/** The approximate location of a client: names of a town and a country, either of which may be empty. */
export interface Geolocation {
  readonly city: string
  readonly country: string
}

/** The headers by which an identity service learns a geolocation; Ory Kratos reads the same ones. */
export const geolocationHeaders = { city: 'cf-ipcity', country: 'cf-ipcountry' } as const

/**
 * Replaces the geolocation headers of a request with the known location. Header values are bytes: names are sent in
 * UTF-8, as content delivery networks do.
 */
export function setGeolocation(headers: Headers, geolocation: Geolocation | undefined): void {
  for (const part of ['city', 'country'] as const) {
    const name = geolocationHeaders[part]
    const known = geolocation?.[part] ?? ''
    if (known !== '') headers.set(name, toHeader(known))
    else if (headers.has(name)) headers.delete(name)
  }
}

/** Returns a header's text, in whichever encoding its bytes were read. */
function fromHeader(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? value : text
}

function toHeader(text: string): string {
  // A value from a header consists of bytes already; plain ASCII stays as it is.
  const plain = fromHeader(text)
  const printable = plain.replaceAll(/\p{Cc}/gu, ' ').trim()
  return Buffer.from(printable, 'utf8').toString('latin1')
}
