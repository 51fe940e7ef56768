import type { Namespace } from '@gatehouse/i18n/languages'

/** What travels with the console's pages. All of it at once: operators stay, and go everywhere. */
export const namespaces = [
  'console',
  'console_workspace',
  'console_people',
  'console_projects',
  'console_events',
  'console_organizations',
  'console_onboarding',
] as const satisfies readonly Namespace[]

/** A catalogue that the console may say texts of; others do not travel with its pages. */
export type ConsoleNamespace = (typeof namespaces)[number]
