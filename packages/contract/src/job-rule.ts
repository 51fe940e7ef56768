/** The actions on many accounts at once. */
export const accountActions = ['activate', 'deactivate', 'revoke', 'delete'] as const
/** `revoke` ends every session; the others are named after their effect. */
export type AccountAction = (typeof accountActions)[number]

/** How many accounts one job takes. Larger numbers are several jobs. */
export const mostAccountsOfJob = 500

/** How many accounts one job takes that a search finds. */
export const mostMatchingOfJob = 10_000

/** How much one file of an import holds, in bytes. Larger ones are for `gatehouse import` at the admin API. */
export const mostImportBytes = 32 * 1_024 * 1_024

/** Why a file is not taken: `details.fault` of the refusal. */
export const importFaults = [
  'empty',
  'too_large',
  'not_utf8',
  'no_columns',
  'packed',
  'other_source',
  'single',
  'hash_first',
] as const
/**
 * `not_utf8`: names would be damaged; `no_columns`: a table without a first line that names its columns; `packed`: a
 * compressed file, a spreadsheet or a database; `other_source`: no export of the system that was named; `single`: an import
 * of this kind has one file; `hash_first`: how Firebase hashes, before the people that it is about.
 */
export type ImportFault = (typeof importFaults)[number]

/** TABLE: the systems whose exports are read as files. A database of Ory Kratos is for the command line. */
export const importSources = ['auth0', 'firebase', 'clerk', 'cognito', 'keycloak', 'supabase'] as const
/** One of them. */
export type ImportSource = (typeof importSources)[number]

/** The targets of a column other than traits: fields of the account. */
export const accountTargetNames = [
  'id',
  'schema_id',
  'state',
  'external_id',
  'organization_id',
  'metadata_public',
  'metadata_admin',
  'password_hash',
  'password',
  'verified',
] as const
/** The name of such a target. */
export type AccountTarget = (typeof accountTargetNames)[number]
