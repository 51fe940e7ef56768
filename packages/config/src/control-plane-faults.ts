import type { Secret } from '@gatehouse/platform/secrets'

import type { IdentitySource } from './config.ts'
import type { ConfigFault } from './config-error.ts'
import { isLoopbackHost } from './loopback.ts'

/** Returns the faults of the settings for a remote control plane, besides each setting's own form. */
export function faultsOfControlPlane(given: {
  readonly url: URL | undefined
  readonly key: Secret | undefined
  readonly consoleUrl: URL
  readonly identity: IdentitySource
}): readonly ConfigFault[] {
  const { url, key, consoleUrl, identity } = given
  const atUrl = 'GATEHOUSE_CONTROL_PLANE_URL'
  if (url === undefined) {
    if (key === undefined) return []
    const wrong = 'is set, but not the control plane that it is a key of'
    return [{ subject: 'GATEHOUSE_CONTROL_PLANE_KEY', wrong, fix: `set ${atUrl} as well, or remove the key` }]
  }
  const faults: ConfigFault[] = []
  if (key === undefined) {
    faults.push({
      subject: atUrl,
      wrong: 'is set, but no key to call it with',
      fix: 'set GATEHOUSE_CONTROL_PLANE_KEY (or GATEHOUSE_CONTROL_PLANE_KEY_FILE) to a workspace API key made there',
    })
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    const wrong = `is ${url.origin}: the key would travel unencrypted`
    faults.push({ subject: atUrl, wrong, fix: 'use an https:// URL; http:// is for this machine only' })
  }
  if (url.search !== '' || url.hash !== '') {
    faults.push({ subject: atUrl, wrong: 'has a query or a fragment', fix: 'leave out everything from ? or # on' })
  }
  if (url.host === consoleUrl.host) {
    const wrong = `is ${url.origin}, which is this console itself`
    faults.push({ subject: atUrl, wrong, fix: 'name another control plane, or remove the setting' })
  }
  if (identity.kind === 'remote' && identity.adminUrl === undefined) {
    const wrong = 'is set, but there is no console: the identity service of the operators has no admin API within reach'
    faults.push({ subject: atUrl, wrong, fix: 'set KRATOS_ADMIN_URL, or ORY_PROJECT_API_TOKEN for Ory Network' })
  }
  return faults
}
