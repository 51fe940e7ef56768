import type { GrantStore, MembersOf, PlacedMembership } from '../model/grant-store.ts'
import { RefusalError } from '../http/answer.ts'
import { cut, type Cut, type Page } from '../http/paging.ts'
import { folded } from '../sql/folded.ts'
import type { Operator, OperatorDirectory } from './directory.ts'

/** A member, with the operators' identity service's data about them. */
export interface KnownMember {
  readonly member: PlacedMembership
  /** Undefined: the account is deleted, disabled, or cannot be read. */
  readonly operator: Operator | undefined
}

/** The store of roles, and the directory with the names and addresses of their holders. */
export interface MemberListDeps {
  readonly grants: Pick<GrantStore, 'listMembers'>
  readonly operators: OperatorDirectory
}

/** The maximum number of people in one request to the directory. */
const batch = 100

/**
 * Reads one page of members, filtered by a part of the e-mail address or name if a text is given. Names and addresses
 * are the identity service's: a search walks the members by their key and asks about a batch at a time, until the page
 * is full.
 */
export async function listMembers(
  { grants, operators }: MemberListDeps,
  scopes: MembersOf,
  q: string | undefined,
  page: Page,
): Promise<Cut<KnownMember>> {
  const goesBack = page.before !== undefined
  let found: readonly KnownMember[] = []
  const step = q === undefined ? Math.min(batch, page.size + 1) : batch
  let edge: Page = { ...page, size: step }
  while (found.length <= page.size) {
    const rows = await grants.listMembers(scopes, edge)
    const read = goesBack ? rows.slice(-step) : rows.slice(0, step)
    const known = await about(operators, read, q)
    found = goesBack ? [...known, ...found] : [...found, ...known]
    const last = read.at(goesBack ? 0 : -1)
    if (rows.length <= step || last === undefined) break
    edge = { size: step, [goesBack ? 'before' : 'after']: cursorOf(last) }
  }
  return cut(found, page, ({ member }) => cursorOf(member))
}

async function about(
  operators: OperatorDirectory,
  members: readonly PlacedMembership[],
  q: string | undefined,
): Promise<readonly KnownMember[]> {
  const people = members.length === 0 ? [] : await operators.findAll(members.map(({ identityId }) => identityId))
  if (people === undefined && q !== undefined) {
    const reason = 'The operators’ identity service does not answer, so nobody can be found. Try again in a moment.'
    throw new RefusalError({ code: 503, reason })
  }
  const byId = new Map(people?.map((one) => [one.identityId, one]))
  const known = members.map((member) => ({ member, operator: byId.get(member.identityId) }))
  return q === undefined
    ? known
    : known.filter(({ operator }) => operator !== undefined && isFound(operator, folded(q)))
}

function isFound({ email, name }: Operator, q: string): boolean {
  return folded(email).includes(q) || folded(name).includes(q)
}

function cursorOf({ createdAt, identityId }: PlacedMembership) {
  return { at: createdAt, id: identityId }
}
