import { newPerson } from '../service/people.ts'
import { register } from './accounts.ts'
import { type Control, firstWorkspace } from './control.ts'
import type { ConsoleProject } from './project.ts'

/** The subjects in the addresses of pages: an installation in use, and a project without anything in it. */
export type Inhabitants = Readonly<Record<'workspace' | 'project' | 'bare' | Inhabitant, string>>

type Inhabitant =
  | 'person'
  | 'message'
  | 'revision'
  | 'stream'
  | 'organization'
  | 'connection'
  | 'onboarding'
  | 'invitation'

/** Why a page is not looked at here. */
interface NotWalked {
  readonly why: string
}

const noPage = (why: string): NotWalked => ({ why: `no page: ${why}` })

const workspace = '/w/:workspace'
const project = `${workspace}/p/:project`

/**
 * TABLE: every address of the route table of the console by its pattern, with the queries and parts that lead to
 * further pages; or why it is not walked. `{bare}` as the project is the empty one.
 */
export const everyPage: Readonly<Record<string, readonly string[] | NotWalked>> = {
  '/': noPage('it leads on'),
  '/sign-in': ['/sign-in'],
  '/sign-up': ['/sign-up'],
  '/set-up/:link?': ['/set-up/gsu_gone'],
  '/invitation/:link?': ['/invitation/{invitation}'],
  '/verify': ['/verify'],
  '/onboarding/:link?': ['/onboarding/{onboarding}', '/onboarding/gol_gone'],
  '/sign-out': noPage('it signs out'),
  '/switch': ['/switch'],
  '/account': ['/account'],
  '/language': noPage('it remembers a choice'),
  '/theme': noPage('it remembers a choice'),
  '/failed': { why: 'it is drawn in the place of addresses that are no pages (apps/gateway/src/console)' },
  '/*': ['/no/such/page'],
  [workspace]: ['/w/{workspace}', '/w/nowhere'],
  [`${workspace}/members`]: ['/w/{workspace}/members', '/w/{workspace}/members?q=nobody'],
  [`${workspace}/new-project`]: ['/w/{workspace}/new-project'],
  [`${workspace}/keys`]: ['/w/{workspace}/keys'],
  [`${workspace}/audit`]: ['/w/{workspace}/audit', '/w/{workspace}/audit?actor=nobody'],
  [`${workspace}/audit/export`]: noPage('a file'),
  [`${workspace}/settings`]: ['/w/{workspace}/settings'],
  [`${workspace}/*`]: ['/w/{workspace}/nowhere'],
  [project]: ['', '{bare}'],
  [`${project}/people`]: ['/people', '/people?q=nobody-of-this-name&state=active', '{bare}/people'],
  [`${project}/people/bulk`]: { why: 'it is the answer to a form (people.spec.ts)' },
  [`${project}/people/export`]: ['/people/export?q=ada'],
  [`${project}/people/export/file`]: noPage('a file'),
  [`${project}/people/import`]: ['/people/import'],
  [`${project}/people/import/:import`]: { why: 'it is the answer to a form (states.spec.ts, handing in people)' },
  [`${project}/people/new`]: ['/people/new'],
  [`${project}/people/:person/:tab?`]: [
    ...['', '/sign-in', '/sessions', '/activity', '/messages', '/json'].map((tab) => `/people/{person}${tab}`),
    '/people/{person}?ask=delete',
    '/people/{person}?ask=recover',
    '/people/{person}?edit=metadata_admin',
  ],
  [`${project}/people/:person/edit`]: ['/people/{person}/edit'],
  [`${project}/jobs`]: ['/jobs', '{bare}/jobs'],
  [`${project}/jobs/:job`]: { why: 'it is the answer to a form (states.spec.ts, handing in people)' },
  [`${project}/jobs/:job/report`]: noPage('a file'),
  [`${project}/jobs/:job/status`]: noPage('what the page of a job asks for'),
  [`${project}/sessions`]: ['/sessions', '{bare}/sessions'],
  [`${project}/messages`]: ['/messages', '{bare}/messages'],
  [`${project}/messages/:message`]: ['/messages/{message}'],
  [`${project}/events`]: ['/events', '/events?identity={person}', '/events?type=ProjectDeleted&identity=nobody'],
  [`${project}/events/tail`]: noPage('a stream of events'),
  [`${project}/find`]: noPage('what the palette asks for'),
  [`${project}/streams`]: ['/streams', '{bare}/streams'],
  [`${project}/streams/new`]: ['/streams/new?type=sns'],
  [`${project}/streams/:stream`]: ['/streams/{stream}?since=2020-01-01T00:00', '/streams/{stream}?ask=rotate'],
  [`${project}/streams/:stream/edit`]: ['/streams/{stream}/edit'],
  [`${project}/streams/:stream/deliveries`]: [
    '/streams/{stream}/deliveries',
    '/streams/{stream}/deliveries?state=dead',
  ],
  [`${project}/pulse`]: noPage('what pages with counts ask for'),
  [`${project}/schemas`]: ['/schemas'],
  [`${project}/organizations`]: ['/organizations', '/organizations?q=nothing-like-it', '{bare}/organizations'],
  [`${project}/organizations/new`]: ['/organizations/new'],
  [`${project}/organizations/:organization`]: [
    '/organizations/{organization}',
    '/organizations/{organization}?ask=delete',
  ],
  [`${project}/organizations/:organization/connections/:connection`]: [
    '/organizations/{organization}/connections/new',
    '/organizations/{organization}/connections/{connection}',
  ],
  [`${project}/settings`]: ['/settings', '{bare}/settings?ask=delete'],
  [`${project}/document`]: noPage('a file'),
  [`${project}/configuration`]: ['/configuration'],
  [`${project}/configuration/text`]: ['/configuration/text'],
  [`${project}/configuration/providers/:provider/:kind?`]: [
    '/configuration/providers/new',
    '/configuration/providers/new/google',
    '/configuration/providers/new/apple',
    '/configuration/providers/{connection}',
  ],
  [`${project}/configuration/tokens/:token`]: ['/configuration/tokens/new'],
  [`${project}/configuration/revisions`]: ['/configuration/revisions'],
  [`${project}/configuration/revisions/:revision`]: ['/configuration/revisions/{revision}'],
  [`${project}/branding`]: ['/branding', '/branding?scheme=phone&page=code'],
  [`${project}/branding/preview`]: noPage('what a frame of the branding shows'),
  [`${project}/branding/files/:file`]: noPage('a file'),
  [`${project}/branding/history/:part`]: ['/branding/history/brand', '/branding/history/mails'],
  [`${project}/mails`]: ['/mails'],
  [`${project}/mails/:template`]: ['/mails/login_code_valid', '/mails/recovery_valid?language=ar'],
  [`${project}/mails/:template/preview`]: noPage('what a frame of a mail shows'),
  [`${project}/keys`]: ['/keys', '/keys?page_token=nowhere', '{bare}/keys'],
  [`${project}/audit`]: ['/audit'],
  [`${project}/audit/export`]: noPage('a file'),
  [`${project}/*`]: ['/nowhere'],
}

/** Pages that are looked at together, so that no test takes too long. */
export const groups = ['outside', 'workspace', 'people', 'happenings', 'project'] as const

/** One of them. */
export type Group = (typeof groups)[number]

/** Returns the group of a pattern. */
function groupOf(pattern: string): Group {
  if (!pattern.startsWith(workspace)) return 'outside'
  if (!pattern.startsWith(project)) return 'workspace'
  const [area = ''] = pattern.slice(project.length + 1).split('/')
  if (['people', 'sessions', 'messages', 'jobs'].includes(area)) return 'people'
  return ['events', 'streams', 'organizations'].includes(area) ? 'happenings' : 'project'
}

/** Returns the paths of the pages of a group: all of them, or one for each pattern. */
export function pathsOf(
  group: Group,
  inhabitants: Inhabitants,
  which: 'all' | 'one of each' = 'all',
): readonly string[] {
  const within = (path: string, root: string) => `/w/{workspace}/p/{${root}}${path}`
  return Object.entries(everyPage)
    .filter(([pattern]) => groupOf(pattern) === group)
    .flatMap(([pattern, paths]) => {
      if ('why' in paths) return []
      const wanted = which === 'all' ? paths : paths.slice(0, 1)
      if (!pattern.startsWith(project)) return wanted
      return wanted.map((path) =>
        path.startsWith('{bare}') ? within(path.slice('{bare}'.length), 'bare') : within(path, 'project'),
      )
    })
    .map((path) => path.replace(/\{(\w+)\}/g, (_, name: string) => inhabitantNamed(inhabitants, name)))
}

function inhabitantNamed(inhabitants: Inhabitants, name: string): string {
  const found = Object.entries(inhabitants).find(([key]) => key === name)
  if (found === undefined) throw new Error(`the table of pages speaks of ${name}, which nobody made`)
  return found[1]
}

const inhabited = new Map<string, Promise<Inhabitants>>()

/** Runs `inhabit` once for each gateway: tests that only look at pages need no separate projects. */
export function inhabitOnce(
  gateway: { readonly consoleOrigin: string },
  control: Control,
  newProject: (name: string) => Promise<ConsoleProject>,
): Promise<Inhabitants> {
  const before = inhabited.get(gateway.consoleOrigin)
  if (before !== undefined) return before
  const made = inhabit(control, newProject)
  inhabited.set(gateway.consoleOrigin, made)
  return made
}

/** Sees to it that every page has something to show. */
export async function inhabit(
  control: Control,
  newProject: (name: string) => Promise<ConsoleProject>,
): Promise<Inhabitants> {
  const [{ call, ...project }, bare] = [await newProject('Northwind'), await newProject('Bare')]
  const person = await register(project.origin, newPerson('somebody-with-a-rather-long-name'))
  const { id: organization } = await call<Made>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
  const connection = {
    id: 'acme-sso',
    label: 'Acme',
    provider: 'generic',
    organization_id: organization,
    client_id: 'northwind',
    client_secret: 'hush',
    issuer_url: 'https://login.acme.example',
  }
  const value = { enabled: true, config: { providers: [connection] } }
  await call('PATCH', '', [{ op: 'add', path: '/services/identity/config/selfservice/methods/oidc', value }])
  const https = { type: 'https', https_endpoint: 'https://events.example.org/in' }
  const { id: stream } = await call<Made>('POST', '/eventstreams', https)
  await call('POST', `/eventstreams/${stream}/pause`)
  const links = `/organizations/${organization}/onboarding-portal-links`
  const { value: onboarding } = await call<{ value: string }>('POST', links, { enable_sso: true, enable_scim: false })
  const { id: workspace, slug } = await firstWorkspace(control)
  const invited = { invitee_email: newPerson('invited').email, role: 'viewer' }
  const invitation = await control<{ token: string }>('POST', `/workspaces/${workspace}/invites`, invited)
  const { revisions } = await call<{ revisions: readonly Made[] }>('GET', '/revisions')
  const [message] = await call<readonly Made[]>('GET', '/admin/courier/messages')
  return {
    workspace: slug,
    project: project.slug,
    bare: bare.slug,
    person,
    message: idOf('message', message),
    revision: idOf('revision', revisions.at(-1)),
    stream,
    organization,
    connection: connection.id,
    onboarding,
    invitation: invitation.token,
  }
}

interface Made {
  readonly id: string
}

function idOf(what: string, made: Made | undefined): string {
  if (made === undefined) throw new Error(`the project has no ${what} to look at`)
  return made.id
}
