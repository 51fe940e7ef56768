import { sharedDomain, type Config } from '@gatehouse/config/config'
import type { IdentityConfig } from '@gatehouse/identity/configuration'
import type { Edge } from '../edge/edge.ts'

/**
 * The name of the session cookie of a domain. It differs from that of a session for one host: a browser with both would
 * send them side by side, the older one first, without a way to distinguish them.
 */
export const sharedSessionName = 'gatehouse_session'

/** Returns another project's name for its session beside the first one's shared name. Absent: the default name. */
export function sessionNameBeside(sharedName: string | undefined): string | undefined {
  return sharedName === 'ory_kratos_session' ? 'ory_kratos_project_session' : undefined
}

/**
 * Returns the domain with which a project may share its session: its own host, so that applications below it know who
 * is signed in. Undefined: this gateway's public origin or console is in that domain.
 */
export function ownDomainOf(url: URL, { publicUrl, consoleUrl }: Pick<Config, 'publicUrl' | 'consoleUrl'>) {
  const { hostname } = url
  const isAbove = (other: URL) => other.hostname.endsWith(`.${hostname}`)
  return isAbove(publicUrl) || isAbove(consoleUrl) ? undefined : hostname
}

/**
 * Returns whether the first project may share its session with a domain: one above its host whose names belong to one
 * owner. False if the settings already share the session: they take precedence.
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
 * Hides the first project's shared session from a project: browsers send it to projects in that domain, whose owners
 * could read it by a web hook.
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
