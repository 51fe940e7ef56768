import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

import type { RelyingParty } from './config.ts'
import type { RelyingPartyFile } from './file-selfservice.ts'

interface MethodFile {
  readonly enabled: boolean
  readonly config: {
    readonly rp: RelyingPartyFile
    readonly authenticator_selection?: { readonly user_verification: string }
  }
}

/** True if a method uses WebAuthn credentials. */
export function hasRelyingParty(method: object): method is MethodFile {
  return 'config' in method && typeof method.config === 'object' && method.config !== null && 'rp' in method.config
}

/** Returns the relying party of an enabled method. Without `origins` the sign-in page is the only origin. */
export function relyingPartyOf({ enabled, config }: MethodFile, pageOrigin: string): RelyingParty | undefined {
  const { id, display_name: displayName, origin, origins } = config.rp
  if (!enabled || id === undefined || !isDomain(id)) return undefined
  const named = origins ?? (origin === undefined ? [] : [origin])
  const given = named.filter((value) => isAndroidApp(value) || (/^https?:\/\//i.test(value) && URL.canParse(value)))
  return {
    id,
    displayName: displayName ?? id,
    origins: given.length > 0 ? given.map(normalize) : [pageOrigin],
    needsVerifiedUser: config.authenticator_selection?.user_verification === 'required',
  }
}

/** Returns the origin of a page's address. */
export function pageOrigin(address: string): string {
  return new URL(address).origin
}

/**
 * Returns at start the faults that browsers would report later, one line per fault. In an operator's own file all but a
 * missing id are warnings, as Ory Kratos starts with them.
 */
export function relyingPartyFaults(
  method: string,
  file: MethodFile,
  isOwn: boolean,
): { readonly faults: readonly string[]; readonly warnings: readonly string[] } {
  if (!file.enabled) return { faults: [], warnings: [] }
  const path = `selfservice.methods.${method}.config.rp`
  const { id, origin, origins } = file.config.rp
  if (id === undefined || id === '') {
    return { faults: [`${path}.id is missing: the domain that the keys are bound to`], warnings: [] }
  }
  const twice = `${path}.origin has no effect: ${path}.origins counts`
  const warnings = origin !== undefined && origins !== undefined ? [twice] : []
  const wrong = wrongValues(path, id, file.config.rp)
  return isOwn ? { faults: [], warnings: [...warnings, ...wrong] } : { faults: wrong, warnings }
}

function wrongValues(path: string, id: string, { origin, origins }: RelyingPartyFile): readonly string[] {
  if (!isDomain(id)) {
    return [
      `${path}.id "${id}" is no domain, so the method is off: browsers refuse such keys; write it like example.org, without scheme and port`,
    ]
  }
  const listed = origins?.map((value, index) => [`${path}.origins.${index}`, value] as const) ?? []
  const single = origin === undefined ? [] : [[`${path}.origin`, origin] as const]
  return [...listed, ...single].flatMap(([setting, value]) => {
    const fault = originFault(value, id)
    return fault === undefined ? [] : [`${setting} "${value}" ${fault}`]
  })
}

function originFault(value: string, id: string): string | undefined {
  if (isAndroidApp(value)) return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return 'is no origin; write it like https://auth.example.org'
  if (`${url.pathname}${url.search}${url.hash}` !== '/') return 'has more than an origin: leave the path away'
  const isOwn = url.hostname === id || url.hostname.endsWith(`.${id}`)
  if (!isOwn) return `does not belong to the domain ${id}: browsers refuse keys of another domain`
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return url.protocol === 'http:' && !isLocal ? 'is not secure: browsers offer keys to https pages only' : undefined
}

function isDomain(id: string): boolean {
  return isIP(id) === 0 && id === domainToASCII(id) && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(id)
}

/** Checks for the origin of an Android app: the hash of its signing key. */
function isAndroidApp(value: string): boolean {
  return /^android:apk-key-hash(-sha256)?:[\w-]+$/.test(value)
}

function normalize(origin: string): string {
  return isAndroidApp(origin) ? origin : new URL(origin).origin
}
