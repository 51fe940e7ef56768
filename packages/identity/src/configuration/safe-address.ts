/**
 * True for https, and in development mode for http on this machine: codes and secrets travel to such addresses. At
 * `plainHost` (with its port) the operator has chosen http.
 */
export function isSafeAddress(address: string, dev: boolean, plainHost?: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:' && url.host === plainHost) return true
  return dev && url.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}

/** Host and port of an issuer that is reached over plain http; nothing for any other. */
export function plainHostOf(issuer: string | undefined): string | undefined {
  const url = issuer === undefined ? null : URL.parse(issuer)
  return url?.protocol === 'http:' ? url.host : undefined
}
