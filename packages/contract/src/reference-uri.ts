const scheme = /^[a-z][a-z\d+.-]*:/i
const isEscaped = (text: string) => /^(?:[^%]|%[\da-f]{2})*$/i.test(text)

/**
 * Tells whether `url.Parse` of Go reads a text as a URI with a scheme: blanks and letters of any script are fine in it.
 */
export function isUri(text: string): boolean {
  return scheme.test(text) && isReference(text)
}

/** Tells whether `url.Parse` of Go reads a text, with or without a scheme. */
export function isReference(text: string): boolean {
  const [, before = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(text) ?? []
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\0-\x1f\x7f]/.test(before) || !isEscaped(fragment)) return false
  if (before === '*') return true
  const hasScheme = scheme.test(before)
  const path = before.replace(scheme, '').replace(/\?.*$/s, '')
  if (!path.startsWith('/')) return hasScheme || (isEscaped(path) && !/^[^/]*:/.test(path) && !before.startsWith(':'))
  const hasAuthority = path.startsWith('//') && (hasScheme || !path.startsWith('///'))
  const authority = hasAuthority ? (/^\/\/([^/]*)/.exec(path)?.[1] ?? '') : ''
  return isAuthority(authority) && isEscaped(path.slice(hasAuthority ? authority.length + 2 : 0))
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@')
  const person = text.slice(0, Math.max(at, 0))
  return isHost(text.slice(at + 1)) && isEscaped(person) && /^[\w.:~!$&'()*+,;=%@-]*$/.test(person)
}

function isHost(text: string): boolean {
  if (text.lastIndexOf('[') > 0) return false
  const [, literal, afterLiteral] = /^\[(.*)\](.*)$/s.exec(text) ?? []
  if (literal !== undefined && afterLiteral !== undefined) return isPort(afterLiteral) && isLiteral(literal)
  const colon = text.lastIndexOf(':')
  return !text.startsWith('[') && (colon < 0 || isPort(text.slice(colon))) && hostText.test(text)
}

function isPort(text: string): boolean {
  return /^(?::\d*)?$/.test(text)
}

/** In a host only bytes that are no ASCII are escaped, and the percent sign of a zone. */
const hostText = /^(?:[\w.~!$&'()*+,;=:<>"[\]\u0080-\uffff-]|%25|%[89a-f][\da-f])*$/i
const zoneText = /^[\w.~!$&'()*+,;=:<>"[\]\u0080-\uffff-]+$/

/**
 * Tells whether a text is an address of version 6, with a zone or without. In a zone only blanks and characters that
 * need no escape may be escaped.
 */
function isLiteral(text: string): boolean {
  const [, address = '', zone = 'a'] = /^(.*?)(?:%25(.*))?$/s.exec(text) ?? []
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(`http://[${address}]/`)) return false
  return zoneText.test(zone.replace(/%2[05]/g, 'a').replace(/%([0-7][\da-f])/gi, (_, byte: string) => letter(byte)))
}

function letter(byte: string): string {
  return String.fromCharCode(Number.parseInt(byte, 16))
}
