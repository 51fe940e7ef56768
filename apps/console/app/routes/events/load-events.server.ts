import { personName } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { filterIn, isId } from '../../events/event-filter.ts'
import { eventNames } from '../../events/event-names.server.ts'
import { findPeople } from '../../find/find-people.server.ts'
import type { FoundPerson } from '../../find/found.ts'

const pageSize = '50'
/** The most people to choose from; typing more narrows the choice. */
const mostOffered = 20

/** The owner of the requested events. */
type Whose =
  | { readonly kind: 'all' }
  | { readonly kind: 'one'; readonly id: string; readonly name: string }
  /** The input fits several people, or no one. */
  | { readonly kind: 'choice'; readonly typed: string; readonly people: readonly FoundPerson[] }

/** Loads the events page of an address. */
export async function loadEvents(scope: ProjectContext, search: URLSearchParams) {
  const { type, identity, person } = filterIn(search)
  const after = search.get('after') ?? ''
  const whose = await whoseEvents(scope, identity, person)
  const wanted = {
    order: 'newest' as const,
    type,
    page_token: after,
    identity_id: whose.kind === 'one' ? whose.id : '',
  }
  // Before the list: an event in between comes twice, and is shown once, instead of not at all.
  const { next_page_token: position = '' } = await scope.load('listProjectEvents', { query: { page_token: 'latest' } })
  const newest = await scope.load('listProjectEvents', { query: { ...wanted, page_size: pageSize } })
  const { events, types = [], next_page_token: next = '' } = newest
  const isChoice = whose.kind === 'choice'
  return {
    whose,
    filter: { type, identity: wanted.identity_id },
    events: isChoice ? [] : events,
    names: await eventNames(scope, isChoice ? [] : events),
    types: types.toSorted(),
    next: isChoice ? '' : next,
    position,
    isFirst: after === '',
  }
}

async function whoseEvents(scope: ProjectContext, identity: string, typed: string): Promise<Whose> {
  if (isId(identity)) {
    const name = await nameOf(scope, identity)
    // The field holds the chosen person's name: sent along unchanged it still means them.
    if (typed === '' || typed === name || typed === identity) return { kind: 'one', id: identity, name }
  }
  const asked = typed === '' ? identity : typed
  if (asked === '') return { kind: 'all' }
  if (isId(asked)) return { kind: 'one', id: asked, name: await nameOf(scope, asked) }
  const people = await findPeople(scope, asked, mostOffered)
  const [one] = people
  if (one === undefined || people.length > 1) return { kind: 'choice', typed: asked, people }
  return { kind: 'one', id: one.id, name: one.name }
}

/** Empty: there is no such person any more, or the role does not say who it is. */
async function nameOf(scope: ProjectContext, id: string): Promise<string> {
  if (!scope.may('getIdentity')) return ''
  const answer = await scope.admin.getIdentity({ id })
  return answer.kind === 'ok' ? personName(answer.body) : ''
}
