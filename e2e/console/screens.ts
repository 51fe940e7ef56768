import { newPerson } from '../service/people.ts'
import { register } from './accounts.ts'
import type { ConsoleProject } from './project.ts'

/** Addresses of a project with something on every screen, and of one with nothing. */
export interface Screens {
  /** About people: their lists, one of them, and forms. */
  readonly people: readonly string[]
  /** About the project itself. */
  readonly project: readonly string[]
  /** Lists without a line. */
  readonly empty: readonly string[]
}

/** Fills the first project, makes an empty one, and names every screen of both. */
export async function furnish(
  home: ConsoleProject,
  newProject: (name: string) => Promise<ConsoleProject>,
): Promise<Screens> {
  const person = await register(home.origin, newPerson('somebody-with-a-rather-long-name'))
  await home.call(
    'POST',
    '/admin/recovery/code',
    { identity_id: person },
    { 'x-audit-reason': 'a look at the screens' },
  )
  const { revisions } = await home.call<{ revisions: readonly { id: string }[] }>('GET', '/revisions')
  const messages = await home.call<readonly { id: string }[]>('GET', '/admin/courier/messages')
  const bare = await newProject('Bare')
  const inPeople = ['', '/new', `/${person}`, `/${person}/edit`, `/${person}?ask=delete`, '?q=nobody-of-this-name']
  const people = [
    ...inPeople.map((path) => `people${path}`),
    `events?identity=${person}`,
    'organizations?q=nothing-like-it',
    'keys?page_token=nowhere',
    'sessions',
    'messages',
    ...messages.slice(0, 1).map(({ id }) => `messages/${id}`),
    'schemas',
  ]
  const project = [
    '',
    'configuration',
    'configuration/text',
    'configuration/providers/new',
    'configuration/revisions',
    ...revisions.slice(-1).map(({ id }) => `configuration/revisions/${id}`),
    'keys',
    'audit',
    'settings',
  ]
  const empty = ['people', 'sessions', 'messages', 'organizations', 'streams', 'keys', 'jobs']
  return {
    people: people.map((path) => `${home.root}/${path}`),
    project: [
      ...project.map((path) => `${home.root}/${path}`),
      `${bare.root}/settings?ask=delete`,
      bare.root.replace(/\/p\/.*/, '/new-project'),
    ],
    empty: empty.map((path) => `${bare.root}/${path}`),
  }
}
