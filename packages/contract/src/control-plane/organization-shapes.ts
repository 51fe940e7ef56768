import { z } from 'zod'

import { displayName, id, region, timestamp } from './fields.ts'

const minuteS = 60
const longestS = 8760 * 60 * 60
const seconds = { s: 1, m: 60, h: 60 * 60 } as const

const domain = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(/^(?:[a-z0-9](?:-*[a-z0-9])*\.)+[a-z0-9](?:-*[a-z0-9])+$/, 'it is no domain such as example.org')
  .refine((name) => name.split('.').every((label) => label.length <= 63), 'it has a label of more than 63 characters')

/** Names of domains, in lower case, each once. */
const domains = z
  .array(domain)
  .max(100)
  .transform((names) => [...new Set(names)])

/** `30m`, `12h`: one minute to 8760 hours. The empty text clears it. Source: the field's project API. */
export const sessionLifespan = z.string().refine(isLifespan, 'it is no duration such as 30m or 12h, of 1m to 8760h')

function isLifespan(text: string): boolean {
  if (text === '') return true
  const [, count, unit] = /^(\d{1,9})([smh])$/.exec(text) ?? []
  if (count === undefined || (unit !== 's' && unit !== 'm' && unit !== 'h')) return false
  const length = Number(count) * seconds[unit]
  return length >= minuteS && length <= longestS
}

/** `OrganizationBody` of the wire. Omitted keys leave their values unchanged. */
export const organizationBody = z.strictObject({
  label: displayName.optional(),
  domains: domains.nullish(),
  default_region: region.nullish(),
  session_lifespan: sessionLifespan.nullish(),
})
/** Null takes a region or a lifespan away; of domains it says nothing, and an empty list takes them away. */
export type OrganizationBody = z.output<typeof organizationBody>

/** `BasicOrganization` of the wire, as it stands in a project document. New ones may leave out their id. */
export const basicOrganizationBody = z.strictObject({
  id: z.uuid().toLowerCase().optional(),
  label: displayName,
  domains: domains.default([]),
  default_region: region.nullish(),
  session_lifespan: sessionLifespan.nullish(),
})
/** It is all of an organization: a key that a document leaves out is removed. */
export type BasicOrganizationBody = z.output<typeof basicOrganizationBody>

/** An organization as it stands in a project. */
export const basicOrganization = z
  .object({
    id,
    label: z.string(),
    domains: z.array(z.string()),
    default_region: z.string().optional(),
    session_lifespan: z.string().optional(),
  })
  .meta({ id: 'BasicOrganization' })

/** An organization on its own. */
export const organization = basicOrganization
  .extend({ created_at: timestamp, updated_at: timestamp.optional() })
  .meta({ id: 'Organization' })
