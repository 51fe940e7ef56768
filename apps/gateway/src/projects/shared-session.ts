import { sharedDomain, type Config } from '@gatehouse/config/config'
import type { IdentityConfig } from '@gatehouse/identity/configuration'
import type { Edge } from '../edge/edge.ts'

/**
 * The session cookie of a domain. Its name is not the one of a session for one host: a browser that has both would send
 * them side by side, the older one first, and nothing tells which is which.
 */
export const sharedSessionName = 'gatehouse_session'

/** What another project calls its session where the first one shares its own under a name. Absent: as everywhere. */
export function sessionNameBeside(sharedName: string | undefined): string | undefined {
  return sharedName === 'ory_kratos_session' ? 'ory_kratos_project_session' : undefined
}

/**
 * The domain that a project may share its session with: its own host, so that applications below it know who is signed
 * in. Nothing else of this gateway is in it, or there is none.
 */
export function ownDomainOf(url: URL, { publicUrl, consoleUrl }: Pick<Config, 'publicUrl' | 'consoleUrl'>) {
  const { hostname } = url
  const isAbove = (other: URL) => other.hostname.endsWith(`.${hostname}`)
  return isAbove(publicUrl) || isAbove(consoleUrl) ? undefined : hostname
}

/**
 * Whether the first project may share its session with a domain: one above its host, whose names belong to one owner.
 * Not where the settings say so already: they count.
 */
export function mayShareAbove({ publicUrl, applications }: Pick<Config, 'publicUrl' | 'applications'>, domain: string) {
  if (applications.cookieDomain !== undefined) return false
  return publicUrl.hostname.endsWith(`.${domain}`) && sharedDomain(publicUrl.hostname, domain) !== undefined
}

/** The name of a session cookie with a domain, which browsers send to all hosts below it; absent: it is for its own host. */
export function sharedNameOf({ session }: Pick<IdentityConfig, 'session'>) {
  const { name, domain } = session.cookie
  return domain === undefined ? undefined : name
}

/**
 * A project that never sees the session that the first project shares with a whole domain: browsers send it to projects
 * in that domain, whose owners could read it by a web hook.
 */
export function withoutSharedSession(edge: Edge, sharedName: () => string | undefined): Edge {
  return (received, socketAddress) => {
    const name = sharedName()
    const sent = name === undefined ? null : received.headers.get('cookie')
    if (name !== undefined && sent?.includes(name) === true) {
      const kept = sent.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() !== name)
      if (kept.length === 0) received.headers.delete('cookie')
      else received.headers.set('cookie', kept.join(';').trim())
    }
    return edge(received, socketAddress)
  }
}
