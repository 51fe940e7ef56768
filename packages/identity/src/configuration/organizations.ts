import type { Organization } from '../organizations/organization.ts'
import type { ConfigFile } from './file.ts'

/** Reads the organizations of the file, under its present key and its former one. */
export function loadOrganizations(file: ConfigFile): {
  readonly organizations: readonly Organization[]
  readonly faults: readonly string[]
} {
  const path = 'selfservice.methods.b2b.config.organizations'
  const given = [...file.selfservice.methods.b2b.config.organizations, ...file.organizations]
  const organizations = given.map(({ id, label, domains, session_lifespan }) => ({
    id,
    label: label || id,
    domains: [...new Set(domains)],
    sessionLifespanMs: session_lifespan,
    createdAt: 0,
    updatedAt: 0,
  }))
  const faults = [
    ...repeated(organizations.map(({ id }) => id)).map((id) => `${path} has the id ${id} twice`),
    ...repeated(organizations.flatMap(({ domains }) => domains)).map((name) => `${path} has the domain ${name} twice`),
  ]
  return { organizations, faults }
}

function repeated(list: readonly string[]): readonly string[] {
  return [...new Set(list.filter((entry, index) => list.indexOf(entry) !== index))]
}
