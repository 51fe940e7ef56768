/** A form of the console, filled in so that it is refused. */
export interface RefusedForm {
  /** Below the project, or with `~` below the workspace, with the names of `everyPage` in braces. */
  readonly path: string
  readonly intent: string
  /** The values for which it is refused; its other fields get allowed values. */
  readonly refused: Readonly<Record<string, string>>
}

const account = { 'traits.email': 'no-address', metadata_public: '{' }

/** TABLE: every form of the console with a text field. */
// oxfmt-ignore
export const refusedForms: readonly RefusedForm[] = [
  { path: '/people/new', intent: 'create', refused: account },
  { path: `/people?q=${'n'.repeat(180)}&state=active&verified=true`, intent: 'save_search', refused: { name: 'Long' } },
  { path: '/people/{person}/edit', intent: 'save', refused: account },
  { path: '/people/{person}?edit=traits.email', intent: 'edit', refused: { 'traits.email': 'no-address' } },
  { path: '/people/{person}?edit=metadata_admin', intent: 'edit', refused: { metadata_admin: '{' } },
  { path: '/people/{person}?ask=recover', intent: 'recover', refused: { reason: '' } },
  { path: '/people/{person}?ask=delete', intent: 'delete', refused: { typed: 'somebody else' } },
  { path: '/organizations/new', intent: 'create', refused: { domains: 'nowhere' } },
  { path: '/organizations/{organization}', intent: 'save', refused: { session_lifespan: 'long' } },
  { path: '/organizations/{organization}/connections/new', intent: 'save', refused: { issuer_url: 'nowhere' } },
  { path: '/organizations/{organization}/connections/{connection}', intent: 'save', refused: { issuer_url: 'nowhere' } },
  { path: '/streams/new', intent: 'create', refused: { endpoint: 'nowhere' } },
  { path: '/streams/new?type=sns', intent: 'create', refused: { topic: 'nowhere' } },
  { path: '/streams/{stream}/edit', intent: 'save', refused: { endpoint: 'nowhere' } },
  { path: '/configuration', intent: 'settings', refused: { 'session.lifespan': 'long' } },
  { path: '/configuration', intent: 'test_mail', refused: { to: 'no-address' } },
  { path: '/configuration', intent: 'applications', refused: { return_urls: 'nowhere' } },
  { path: '/configuration/text', intent: 'review', refused: { draft: 'selfservice: [' } },
  { path: '/configuration/providers/new/google', intent: 'review', refused: { client_id: '' } },
  { path: '/configuration/providers/new/microsoft', intent: 'review', refused: { microsoft_tenant: '' } },
  { path: '/configuration/providers/new/apple', intent: 'review', refused: { apple_team_id: '' } },
  { path: '/configuration/providers/new/generic', intent: 'review', refused: { issuer_url: 'nowhere' } },
  { path: '/configuration/providers/{connection}', intent: 'review', refused: { issuer_url: 'nowhere' } },
  { path: '/configuration/tokens/new', intent: 'token', refused: { ttl: 'long' } },
  { path: '/mails/login_code_valid', intent: 'test', refused: { to: 'no-address' } },
  { path: '/keys', intent: 'create', refused: { name: '' } },
  { path: '/settings', intent: 'rename', refused: { name: '' } },
  { path: '/settings?ask=delete', intent: 'delete', refused: { typed: 'something else' } },
  { path: '~/keys', intent: 'create', refused: { name: '' } },
  { path: '~/settings', intent: 'save', refused: { name: '' } },
  { path: '~/new-project', intent: 'create', refused: { name: '' } },
  { path: '~/members', intent: 'invite', refused: { email: 'no-address' } },
]

/** TABLE: the other forms with fields, and why no typed text can be lost there. */
export const neverRefused: Readonly<Record<string, string>> = {
  brand: 'kept as a draft; one that cannot be kept comes back as it was typed (branding-25)',
  mail: 'as `brand`',
  create_link: 'a choice of days, each of which is taken',
  export: 'choices and a reason, which are taken as they are; the answer is a file',
  role: 'a choice of roles, each of which is taken',
  replay: 'a choice, each of which is taken',
  rotate: 'a choice of hours, each of which is taken',
  upload: 'a file, which has to be chosen anew; the text beside it comes back (import.spec.ts)',
}
