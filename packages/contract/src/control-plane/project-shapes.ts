import { z } from 'zod'

import { environments } from '../operator-scopes.ts'
import { displayName, id, timestamp } from './fields.ts'
import { basicOrganization, basicOrganizationBody } from './organization-shapes.ts'
import { workspace } from './workspace-shape.ts'

const origin = z
  .string()
  .max(300)
  .refine((text) => text === '*' || /^https?:\/\/(?:\*\.)?[\w.-]+(?::\d{1,5})?$/.test(text), {
    message: 'it is no origin such as https://app.example.org, https://*.example.org or *',
  })

/** `ProjectCors` of the wire. */
export const corsBody = z.strictObject({
  enabled: z.boolean().default(false),
  origins: z.array(origin).max(100).default([]),
})

const config = z.record(z.string(), z.unknown())
const service = z.object({ config })

/** `ProjectServices` of the wire. The services that do not run here are read, and answered with a warning. */
export const servicesBody = z.strictObject({
  identity: service.nullish(),
  account_experience: service.nullish(),
  oauth2: service.nullish(),
  permission: service.nullish(),
  talos: service.nullish(),
})

/** `SetProject` of the wire. */
export const setProjectBody = z.strictObject({
  name: displayName,
  cors_public: corsBody,
  cors_admin: corsBody,
  organizations: z.array(basicOrganizationBody).max(1_000),
  services: servicesBody,
})

const value = z.unknown()
const pointer = z.string().max(1_000)

/** `JsonPatch[]` of the wire: 1 to 200 operations of RFC 6902. Whether their paths can be changed shows when they are applied. */
export const projectPatchBody = z
  .array(
    z.discriminatedUnion('op', [
      z.object({ op: z.literal('add'), path: pointer, value }),
      z.object({ op: z.literal('remove'), path: pointer }),
      z.object({ op: z.literal('replace'), path: pointer, value }),
      z.object({ op: z.literal('move'), from: pointer, path: pointer }),
      z.object({ op: z.literal('copy'), from: pointer, path: pointer }),
      z.object({ op: z.literal('test'), path: pointer, value }),
    ]),
  )
  .min(1, 'it has no operations')
  .max(200, 'it has more than 200 operations')

/** The purpose of a project; another word counts as production. */
const environment = z.enum(environments).catch('prod')

const cors = z.object({ enabled: z.boolean().optional(), origins: z.array(z.string()).optional() })
const services = z.object({
  identity: z.object({ config }).nullish(),
  account_experience: z.object({ config }).nullish(),
})

const basics = {
  id,
  slug: z.string(),
  name: z.string(),
  environment,
  home_region: z.string().optional(),
  state: z.string().optional(),
  workspace_id: z.string().nullish(),
}

/** A project with its configuration. */
export const project = z
  .object({
    ...basics,
    /** Of a halted project: why it could not be opened. */
    halt_reason: z.string().optional(),
    revision_id: z.string(),
    cors_public: cors.optional(),
    cors_admin: cors.optional(),
    organizations: z.array(basicOrganization),
    services,
  })
  .meta({ id: 'Project' })

/** A project as lists show it. */
export const projectMetadata = z
  .object({
    ...basics,
    hosts: z.array(z.string()),
    subscription_id: z.string().nullish(),
    subscription_plan: z.string().nullish(),
    workspace: workspace.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ProjectMetadata' })

/**
 * The origin of a value in force: none was named, the settings of the installation (gatehouse.yml, environment), the
 * project's address and name, its configuration here, or a kratos.yml.
 */
const configOrigins = ['default', 'settings', 'host', 'project', 'file'] as const

/** One of them. */
export type ConfigOrigin = (typeof configOrigins)[number]

const configOrigin = z.enum(configOrigins)
const listed = z.array(z.object({ value: z.string(), origin: configOrigin }))

/** The lists that applications need, entry by entry: the settings of the installation and the project add up. */
const applicationLists = z.object({
  return_urls: listed,
  cors_origins: listed,
  /** The tokens that `tokenize_as` makes of sessions; lifespans as the configuration has them, such as `10m`. */
  session_tokens: z.array(z.object({ name: z.string(), lifespan: z.string(), origin: configOrigin })),
})

/** Those lists, of one project. */
export type ApplicationLists = z.output<typeof applicationLists>

/**
 * The settings in force in a project, by dotted path of its configuration. Durations are milliseconds, secrets
 * `[secret]`.
 */
export const effectiveConfig = z
  .object({
    revision_id: z.string(),
    settings: z.record(
      z.string(),
      z.object({ value: z.union([z.string(), z.number(), z.boolean()]), origin: configOrigin }),
    ),
    applications: applicationLists.optional(),
  })
  .meta({ id: 'EffectiveConfig' })

/** A project after a change, and the parts of the change that were left out. */
export const projectUpdate = z
  .object({
    project,
    warnings: z.array(z.object({ code: z.int().optional(), message: z.string().optional() })),
  })
  .meta({ id: 'SuccessfulProjectUpdate' })

/** The author of a revision; `null`: the revision is older than this record. */
export const actor = z.object({ kind: z.enum(['operator', 'key', 'link', 'system']), id: z.string(), name: z.string() })

/** The state of a project at one time. */
export const revision = z
  .object({
    id,
    name: z.string(),
    made_by: z.string(),
    actor: actor.nullable(),
    is_current: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'ProjectRevision' })

/** The same with its configuration. */
export const revisionDocument = revision
  .extend({ cors_public: cors, cors_admin: cors, services })
  .meta({ id: 'ProjectRevisionDocument' })
