import {
  labelOfField,
  schemaFields,
  type Identity,
  personName,
  type SchemaField,
  textOfValue,
  valueAt,
} from '@gatehouse/contract/identities'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { refusedByControlPlane, stalePage } from '../../failure/fail.server.ts'
import { organizationLabels } from '../../organizations/label.server.ts'
import { refusalOf } from '../../people/answers.server.ts'
import { isAble } from '../../people/engine.ts'
import { nextOf, previousOf, totalIn } from '../../people/next-of.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { titleOf } from '../../traits/schema-document.ts'
import { listColumns } from './columns.ts'
import { listViewOf } from './list-view.server.ts'
import { type PagePosition, pageAddress } from './people-search.ts'
import type { PersonRow, SetUp } from './person-row.ts'
import { peopleOnPage, queryOf, searchOf } from './search.server.ts'

/** Everything that the list of people shows. */
export async function loadPeople(page: ConsoleRequest, scope: ProjectContext, query: URLSearchParams) {
  const now = Date.now()
  const [engine, schemas, listed] = await Promise.all([
    scope.load('getIdentityEngine'),
    scope.load('listIdentitySchemas'),
    scope.load('listOrganizations'),
  ])
  const search = searchOf(query, engine)
  const view = listViewOf(page, scope, query)
  const answer = await scope.admin.listIdentities(queryOf(search, now))
  const refused = answer.kind === 'ok' ? undefined : refusalOf(answer)
  if (refused?.status === 400 && search.token !== '') throw stalePage(page, pageAddress(search))
  // An invalid search is reported beside the field; any other refusal is an error page.
  if (refused !== undefined && refused.status !== 400) {
    throw refusedByControlPlane(page, refused.status, refused.reason, refused.id)
  }
  const people = answer.kind === 'ok' ? answer.body : []
  const organizations = await organizationLabels(scope, listed.organizations, [
    search.organization,
    ...people.map((one) => one.organization_id ?? ''),
  ])
  const fields = schemas
    .filter(({ id }) => search.schema === '' || id === search.schema)
    .flatMap(({ schema }) => schemaFields(schema))
  const byName = new Map(fields.map((field) => [field.name, field]))
  const traits = view.look.traits.flatMap((name) => byName.get(name) ?? [])
  const rows = people.map((identity) => personRow(identity, { fields: traits, organizations }))
  const total = answer.kind === 'ok' ? totalIn(answer) : undefined
  const position = (token: string | undefined, from: number): PagePosition | undefined =>
    token === undefined ? undefined : { token, from: search.from === 0 ? 0 : Math.max(1, from) }
  return {
    now,
    engine,
    search,
    refused: refused?.reason,
    schemas: schemas.map((schema) => ({ id: schema.id, title: titleOf(schema) })),
    organizations: [...organizations].map(([id, label]) => ({ id, label })),
    saved: view.saved,
    look: {
      ...view.look,
      columns: view.look.columns.filter((name) => listColumns[name].needs === undefined || isAble(engine, 'narrowing')),
      traits: traits.map(({ name }) => name),
    },
    traits: traits.map(labelOfField),
    allTraits: [...byName.values()].map((field) => ({ name: field.name, label: labelOfField(field) })),
    rows,
    next: answer.kind === 'ok' ? position(nextOf(answer), search.from + rows.length) : undefined,
    previous: answer.kind === 'ok' ? position(previousOf(answer), search.from - peopleOnPage) : undefined,
    total,
  }
}

interface RowOptions {
  /** The columns of traits. */
  readonly fields: readonly SchemaField[]
  /** The labels of organizations, by their ids. */
  readonly organizations: ReadonlyMap<string, string>
}

/** A line of the list, with as many traits as it has columns for. */
function personRow(identity: Identity, { fields, organizations }: RowOptions): PersonRow {
  const { id, state, schema_id: schema, traits, verifiable_addresses: addresses = [] } = identity
  const organization = identity.organization_id ?? ''
  return {
    id,
    externalId: identity.external_id ?? '',
    name: personName(identity),
    address: addresses[0]?.value ?? textOfValue(traits['email']),
    state,
    isVerified: addresses.length === 0 ? undefined : addresses.every(({ verified }) => verified),
    schema,
    organization: organizations.get(organization) ?? organization,
    createdAt: identity.created_at,
    setUp: setUpIn(identity),
    traits: fields.map(({ name }) => textOfValue(valueAt(traits, name))),
  }
}

/** Returns the facts that our own service adds to a list. */
function setUpIn(identity: object): SetUp | undefined {
  if (!('set_up' in identity) || typeof identity.set_up !== 'object' || identity.set_up === null) return undefined
  const known = new Map<string, unknown>(Object.entries(identity.set_up))
  const seen = known.get('last_seen_at')
  return {
    signsInWith: textsIn(known.get('signs_in_with')),
    secondSteps: textsIn(known.get('second_steps')),
    lastSeenAt: typeof seen === 'string' ? seen : '',
  }
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}
