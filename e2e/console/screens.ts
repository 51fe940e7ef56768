import type { GatewayProcess } from '@gatehouse/testing/gateway-process'
import { type Control, makeProject, register } from './fixtures.ts'
import { newPerson } from '../service/people.ts'

/** Addresses below the workspace of a project with something on every screen, and of one with nothing. */
export interface Screens {
  /** About people: their lists, one of them, and forms. */
  readonly people: readonly string[]
  /** About the project itself. */
  readonly project: readonly string[]
  /** Lists without a line. */
  readonly empty: readonly string[]
}

/** Fills the first project, makes an empty one, and names every screen of both. */
export async function furnish(control: Control, gateway: GatewayProcess): Promise<Screens> {
  const [first] = await control<readonly { id: string; slug: string }[]>('GET', '/projects')
  if (first === undefined) throw new Error('there is no project')
  const person = await register(gateway.origin, newPerson('somebody-with-a-rather-long-name'))
  const admin = `/projects/${first.id}/admin`
  await control(
    'POST',
    `${admin}/recovery/code`,
    { identity_id: person },
    { 'x-audit-reason': 'a look at the screens' },
  )
  const { revisions } = await control<{ revisions: readonly { id: string }[] }>(
    'GET',
    `/projects/${first.id}/revisions`,
  )
  const bare = await makeProject(control, gateway, 'Bare')
  const at = `/p/${first.slug}`
  const inPeople = ['', '/new', `/${person}`, `/${person}/edit`, `/${person}?ask=delete`, '?q=nobody-of-this-name']
  const messages = await control<readonly { id: string }[]>('GET', `${admin}/courier/messages`)
  return {
    people: [
      ...inPeople.map((path) => `${at}/people${path}`),
      `${at}/sessions`,
      `${at}/messages`,
      ...messages.slice(0, 1).map(({ id }) => `${at}/messages/${id}`),
      `${at}/schemas`,
    ],
    project: [
      at,
      `${at}/configuration`,
      `${at}/configuration/text`,
      `${at}/configuration/providers/new`,
      `${at}/configuration/revisions`,
      ...revisions.slice(-1).map(({ id }) => `${at}/configuration/revisions/${id}`),
      `${at}/keys`,
      `${at}/audit`,
      `${at}/settings`,
      `/p/${bare.slug}/settings?ask=delete`,
      '/new-project',
    ],
    empty: ['people', 'sessions', 'messages', 'organizations', 'streams', 'keys'].map(
      (path) => `/p/${bare.slug}/${path}`,
    ),
  }
}
