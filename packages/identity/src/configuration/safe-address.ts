/**
 * True for https, and in development mode for http on this machine: codes and secrets are sent to such addresses. At
 * `plainHosts` (with their ports) the operator has chosen http.
 */
export function isSafeAddress(address: string, dev: boolean, plainHosts: readonly string[] = []): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:' && plainHosts.includes(url.host)) return true
  return dev && url.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}

/** Returns hosts and ports of the addresses with plain http. */
export function plainHostsOf(...addresses: readonly (string | undefined)[]): readonly string[] {
  return addresses.flatMap((address) => {
    const url = address === undefined ? null : URL.parse(address)
    return url?.protocol === 'http:' ? [url.host] : []
  })
}
