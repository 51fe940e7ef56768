import { personName, type Identity } from '@gatehouse/contract/identities'
import { mostAccountsOfJob } from '@gatehouse/contract/operators'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { mostAwaited } from '../../people/bulk-run.server.ts'
import { totalIn } from '../../people/next-of.server.ts'
import { peopleQueryOf, searchOf } from '../people/search.server.ts'

/** A person that a question is about. */
interface Named {
  readonly id: string
  readonly name: string
  readonly address: string
}

/** The target of a bulk action: people who were selected, or all results of a search. */
export interface MeantPeople {
  readonly ids: readonly string[]
  /** The query of the search; undefined: those of `ids` are meant. */
  readonly match: string | undefined
  /** The same as the jobs of the control plane have it. */
  readonly matching: Readonly<Record<string, string>>
  readonly count: number
  /** The first of them by name. */
  readonly named: readonly Named[]
  /** Those that were read, by id, and whether each is suspended. */
  readonly suspended: ReadonlyMap<string, boolean>
  /** Of the list that they were selected in, with its `?`. */
  readonly query: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The most people that are named before the rest is counted. */
const mostNamed = { selected: mostAwaited, found: 10 } as const

/** Reads the people that a form selects, with their names. */
export async function whoIsMeant(scope: ProjectContext, form: SubmittedForm): Promise<MeantPeople> {
  const match = form.all('match')[0]
  if (match !== undefined) return whoMatches(scope, match)
  const ids = [...new Set(form.all('ids').flatMap((list) => list.split(',')))]
    .filter((id) => uuid.test(id))
    .slice(0, mostAccountsOfJob)
  const asked = ids.slice(0, mostNamed.selected)
  const found =
    asked.length === 0 ? undefined : await scope.admin.listIdentities({ ids: asked, page_size: asked.length })
  const people = found?.kind === 'ok' ? found.body : []
  const list = `${new URLSearchParams(form.text('list'))}`
  return {
    ids,
    match: undefined,
    matching: {},
    count: ids.length,
    named: people.map(nameOf),
    suspended: suspendedIn(people),
    query: list === '' ? '' : `?${list}`,
  }
}

async function whoMatches(scope: ProjectContext, match: string): Promise<MeantPeople> {
  const search = searchOf(new URLSearchParams(match), await scope.load('getIdentityEngine'))
  const matching = peopleQueryOf(search, Date.now())
  const found = await scope.admin.listIdentities({ ...matching, page_size: mostAwaited })
  const own = scope.operator.identityId
  const people = found.kind === 'ok' ? found.body : []
  const count = found.kind === 'ok' ? (totalIn(found) ?? people.length) : 0
  const others = people.filter(({ id }) => id !== own)
  return {
    ids: [],
    match,
    matching,
    count: count - people.length + others.length,
    named: others.slice(0, mostNamed.found).map(nameOf),
    suspended: suspendedIn(others),
    query: `?${match}`,
  }
}

/** The people of a job. */
export function jobTarget({ ids, match, matching }: MeantPeople) {
  return match === undefined ? { identity_ids: [...ids] } : { matching }
}

/** Returns the people that suspending or reactivating changes, if it changes all that are meant: that can be undone. */
export function changedBy(action: 'activate' | 'deactivate', { count, suspended }: MeantPeople): readonly string[] {
  const changed = [...suspended].filter(([, is]) => is === (action === 'activate')).map(([id]) => id)
  return changed.length === count ? changed : []
}

function suspendedIn(people: readonly Identity[]): ReadonlyMap<string, boolean> {
  return new Map(people.map(({ id, state }) => [id, state === 'inactive']))
}

function nameOf(identity: Identity): Named {
  const name = personName(identity)
  const address = identity.verifiable_addresses?.[0]?.value ?? ''
  return { id: identity.id, name, address: address === name ? '' : address }
}
