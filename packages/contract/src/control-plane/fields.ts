import { z } from 'zod'

/** A name that people see: one line, neither empty nor longer than an address bar is wide. */
export const displayName = z
  .string()
  .trim()
  .min(1, 'it is empty')
  .max(120, 'it is longer than 120 characters')
  // No pattern of the document: not every generator of clients knows classes of Unicode.
  .refine((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text), 'it holds control characters')

/** A moment as the wire writes it, in Unix milliseconds. */
export const moment = z.iso
  .datetime({ offset: true, message: 'it is no time such as 2026-11-22T09:00:00Z' })
  .transform((text) => Date.parse(text))
  .refine((at) => Number.isFinite(at), 'it is no time that exists')

/** A moment as answers have it: RFC 3339. */
export const timestamp = z.iso.datetime({ offset: true })

/** Regions of data, by the names of the field's API. One process is in one of them: the region is a label. */
export const regions = ['eu-central', 'asia-northeast', 'us-east', 'us-west', 'eu', 'asia', 'us', 'global'] as const
/** Some include others: `eu` includes `eu-central`, and `global` all of them. */
export type Region = (typeof regions)[number]
/** A region as bodies name it. Any other value is refused. */
export const region = z.enum(regions)

/** An id as answers have it. */
export const id = z.guid()

/** Returns the schema of a parameter that is an id, in lower case. `what` names it in the refusal. */
function idOf(what: string) {
  return z.guid(`The id of the ${what} is not a UUID.`).toLowerCase()
}

/** A parameter that an operation reads on its own. */
const segment = z.string().min(1)

/** TABLE: the form of each parameter of a path. */
export const pathParameters = {
  workspace: segment.meta({ description: 'Id or slug of a workspace.' }),
  project: segment.meta({ description: 'Id or slug of a project.' }),
  project_id: idOf('project'),
  token_id: idOf('key'),
  member: idOf('member'),
  invite_id: idOf('invitation'),
  revision_id: idOf('revision'),
  organization_id: idOf('organization'),
  onboarding_portal_link_id: idOf('onboarding link'),
  connection_id: segment.meta({ description: 'Id of a sign-in provider of the project’s configuration.' }),
  event_stream_id: idOf('event stream'),
  identity_id: idOf('identity'),
  job_id: idOf('job'),
  import_id: idOf('import'),
  id: segment,
  type: segment.meta({ description: 'A type of credentials, such as password.' }),
  schema_id: segment,
  part: z.enum(['brand', 'mails'], 'It is neither "brand" nor "mails".'),
  asset: segment.meta({ description: 'The name of a stored file, without "asset:".' }),
  template: segment.meta({ description: 'A kind of mail, such as login_code_valid.' }),
} as const satisfies Readonly<Record<string, z.ZodType<string, string>>>

/** The name of a parameter of a path. */
export type PathParameter = keyof typeof pathParameters
