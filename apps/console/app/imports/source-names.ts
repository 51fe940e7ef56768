import { type ImportSource, importSources } from '@gatehouse/contract/operators'

/** TABLE: the names of the systems whose exports are imported. */
export const sourceNames: Readonly<Record<ImportSource, string>> = {
  auth0: 'Auth0',
  firebase: 'Firebase',
  clerk: 'Clerk',
  cognito: 'Amazon Cognito',
  keycloak: 'Keycloak',
  supabase: 'Supabase',
}

/** The sources that an import may have; `own`: a format of ours. */
export const sourceChoices = ['own', ...importSources] as const

/** The choices as options of a list. */
export function sourceOptions(own: string): readonly { readonly value: string; readonly label: string }[] {
  return sourceChoices.map((value) => ({ value, label: value === 'own' ? own : sourceNames[value] }))
}
