import { z } from 'zod'
import { type Organization, mailDomain } from '../organizations/organization.ts'
import { duration } from './fields.ts'

/** The parts of the file that have organizations. */
interface OrganizationsOfFile {
  readonly selfservice: { readonly methods: { readonly b2b: z.output<typeof b2bFile> } }
  readonly organizations: z.output<typeof organizationsFile>
}

/** Reads the organizations of the file, under its present key and its former one. */
export function loadOrganizations(file: OrganizationsOfFile): {
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

const domain = z
  .string()
  .transform((name) => mailDomain(`x@${name}`) ?? '')
  .refine((name) => /^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/.test(name), 'is no domain such as example.org')

/** Organizations of the configuration file. */
export const organizationsFile = z.array(
  z.strictObject({
    id: z.uuid({ error: 'is no UUID' }).toLowerCase(),
    label: z.string().max(100).default(''),
    domains: z.array(domain).default([]),
    session_lifespan: duration.optional(),
  }),
)

/** `selfservice.methods.b2b` of the configuration file. */
export const b2bFile = z
  .strictObject({
    enabled: z.boolean().optional(),
    config: z.strictObject({ organizations: organizationsFile.default([]) }).prefault({}),
  })
  .prefault({})
