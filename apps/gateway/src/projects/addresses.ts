import type { Config } from '@gatehouse/config/config'
import type { HostedProject, ProjectAddress } from '@gatehouse/control-plane/service'

/** The addresses of projects. */
export interface Addresses {
  addressOf(project: Pick<HostedProject, 'slug' | 'isDefault'>): ProjectAddress
  /** Returns true for a host that only a project could have: one label and the projects' domain. */
  isProjectHost(host: string): boolean
}

/**
 * Creates the addresses: the default project has the gateway's own origin, every other one its slug below the projects'
 * domain, with the same scheme and port. Without that domain the others have no address, and `why` has the reason.
 */
export function createAddresses({
  publicUrl,
  projectsDomain,
}: Pick<Config, 'publicUrl' | 'projectsDomain'>): Addresses {
  const suffix =
    projectsDomain === undefined ? undefined : `.${projectsDomain}${publicUrl.port && `:${publicUrl.port}`}`
  return {
    addressOf: ({ slug, isDefault }) => {
      if (isDefault) return { kind: 'address', url: publicUrl }
      if (suffix === undefined) {
        const why = `Projects answer at names below a domain, and ${publicUrl.origin} is an IP address: set GATEHOUSE_PROJECTS_DOMAIN.`
        return { kind: 'none', why }
      }
      return { kind: 'address', url: new URL(`${publicUrl.protocol}//${slug}${suffix}`) }
    },
    isProjectHost: (host) =>
      suffix !== undefined &&
      host !== publicUrl.host &&
      host.endsWith(suffix) &&
      /^[a-z0-9-]+$/.test(host.slice(0, -suffix.length)),
  }
}
