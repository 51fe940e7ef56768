import { type ImportSource, importSources } from '@gatehouse/contract/operators'
import { auth0 } from './auth0.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { firebase } from './firebase.ts'
import { keycloak } from './keycloak.ts'
import type { Source } from './source.ts'
import { supabase } from './supabase.ts'

/** TABLE: how the exports of other systems are read. A database of Kratos is read by kratos-database.ts. */
export const fileSources: Readonly<Record<ImportSource, Source>> = {
  auth0,
  firebase,
  clerk,
  cognito,
  keycloak,
  supabase,
}

/** A system that people come from. */
export type SourceName = ImportSource | 'kratos-database'

/** The names that `gatehouse import --from` takes. */
export const sourceNames: readonly SourceName[] = [...importSources, 'kratos-database']
