/** True for https, and in development mode for http on this machine: codes and secrets travel to such addresses. */
export function isSafeAddress(address: string, dev: boolean): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return dev && url.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}
