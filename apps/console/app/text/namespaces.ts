import type { Namespace } from '@gatehouse/i18n/languages'

/** The console's catalogues. Which parts of them travel with a page is in `page-parts.ts`. */
export const namespaces = [
  'console',
  'console_activity',
  'console_workspace',
  'console_people',
  'console_projects',
  'console_branding',
  'console_events',
  'console_organizations',
  'console_onboarding',
] as const satisfies readonly Namespace[]

/** A catalogue that the console may say texts of; others never travel with its pages. */
export type ConsoleNamespace = (typeof namespaces)[number]
