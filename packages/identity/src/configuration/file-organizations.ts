import { z } from 'zod'

import { mailDomain } from '../organizations/organization.ts'
import { duration } from './fields.ts'

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
