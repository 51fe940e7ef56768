/** Where a request came from, roughly: names of a town and a country, either of which may be empty. */
export interface Place {
  readonly city: string
  readonly country: string
}

/** The headers by which an identity service hears of a place; Ory Kratos reads the same ones. */
export const placeHeaders = { city: 'cf-ipcity', country: 'cf-ipcountry' } as const

/**
 * Replaces what a request says of its place by what is known. Header values are bytes: names travel in UTF-8, as content
 * delivery networks send them.
 */
export function setPlace(headers: Headers, place: Place | undefined): void {
  for (const part of ['city', 'country'] as const) {
    const name = placeHeaders[part]
    const known = place?.[part] ?? ''
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
