import { nextPageToken, previousPageToken } from '@gatehouse/client/admin-client'
import classes from './people.module.css'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import {
  type Identity,
  labelOfField,
  personName,
  type SchemaField,
  schemaFields,
  textOfValue,
  valueAt,
} from '@gatehouse/contract/identities'
import { Alert, Empty, Icon, Popover, PopoverItem } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { pageHere } from '../../control-plane/list.server.ts'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, refusalPage, stalePage } from '../../failure/fail.server.ts'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { organizationLabels } from '../../organizations/label.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { refusalOf, totalIn } from '../../people/answers.server.ts'
import { undoRun } from '../../people/bulk-run.server.ts'
import { supportsFeature } from '../../people/engine.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { titleOf } from '../../traits/schema-document.ts'
import { BulkBar, FoundBar } from './bulk-bar.tsx'
import { listColumns } from './columns.ts'
import { PeopleFilters } from './filters.tsx'
import { listViewOf, removeSearch, saveSearch } from './list-view.server.ts'
import { LookMenu } from './look-menu.tsx'
import { everybody, isNarrowed, pageAddress, type PagePosition, type PeopleSearch } from './people-search.ts'
import { PeopleTable } from './people-table.tsx'
import type { PersonRow, SetUp } from './person-row.ts'
import { SavedSearches } from './saved-searches.tsx'
import { peopleOnPage, queryOf, searchOf } from './search.server.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return loadPeople(page, await enterProject(page, params), url.searchParams)
}

/** Saves a search by a name, or deletes it; undoes the last action on several people. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const name = form.text('name')
  if (form.intent === 'remove_search') {
    removeSearch(page, scope, name)
    setNotice(page, 'console_people:people.search_removed', { name })
    return redirect(`${scope.address}/people`, 303)
  }
  const undone = await undoRun(page, scope, form.intent, pageHere(page))
  if (undone) return undone
  if (form.intent !== 'save_search') throw forbidden(page)
  const search = form.text('search')
  const why = saveSearch(page, scope, { name, search })
  if (why !== undefined) return faulty(form, { name: page.t(`console_people:people.unsaved_${why}`) }, ['name'])
  setNotice(page, 'console_people:people.search_saved', { name })
  return redirect(`${scope.address}/people?${search}`, 303)
}

/** The accounts of a project. */
export default function People() {
  const t = useText('console_people')
  const shared = useText('console')
  const loaded = useLoaderData<typeof loader>()
  const { search, rows, next, previous, look, total, engine } = loaded
  const mayChange = useMay()('patchIdentity')
  const narrowed = isNarrowed(search)
  const clear = <PageLink href={pageAddress(everybody(search))}>{shared('list.clear')}</PageLink>
  const range = { first: search.from, last: search.from + rows.length - 1, count: total }
  return (
    <>
      <PageHead title={t('people.title')} actions={<ListActions search={search} />} />
      <SavedSearches engine={engine} search={search} saved={loaded.saved} />
      <div className={classes.tools}>
        <PeopleFilters {...loaded} />
        <div className={classes.wide}>
          <LookMenu engine={engine} look={look} traits={loaded.allTraits} search={search} />
        </div>
      </div>
      {loaded.refused !== undefined && (
        <Alert kind="error" title={t('people.refused')}>
          <span lang="en">{loaded.refused}</span>
        </Alert>
      )}
      <PeopleTable
        rows={rows}
        look={look}
        traits={loaded.traits}
        selectable={mayChange}
        search={search}
        now={loaded.now}
        empty={
          <Empty title={t(narrowed ? 'people.none_found' : 'people.none')}>
            {narrowed ? clear : <p>{t('people.none_text')}</p>}
          </Empty>
        }
      />
      {mayChange && rows.length > 0 && (
        <BulkBar key={pageAddress(search)} search={search} total={total} shown={rows.length} />
      )}
      {mayChange && narrowed && total !== undefined && total > 0 && <FoundBar search={search} total={total} />}
      <Pager
        range={
          rows.length === 0
            ? undefined
            : total === undefined
              ? undefined
              : t(search.from === 0 ? 'people.total' : 'people.range', range)
        }
        first={search.token === '' || previous !== undefined ? undefined : pageAddress(search)}
        previous={previous && pageAddress(search, previous)}
        next={next && pageAddress(search, next)}
      />
    </>
  )
}

/** Links to export, import and a new account; on a narrow screen export and import are in a menu. */
function ListActions({ search }: { readonly search: PeopleSearch }) {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const ways = [
    ...(may('announceIdentityExport')
      ? [{ href: `${root}/people/export${pageAddress(search)}`, label: t('export.title') }]
      : []),
    ...(may('batchPatchIdentities') ? [{ href: `${root}/people/import`, label: t('import.title') }] : []),
  ]
  return (
    <>
      {ways.map(({ href, label }) => (
        <span key={href} className={classes.wide}>
          <ButtonLink href={href} link={PageLink} size="small">
            {label}
          </ButtonLink>
        </span>
      ))}
      {may('patchIdentity') && (
        <ButtonLink href={`${root}/people/new`} link={PageLink} size="small" variant="primary">
          {t('people.new')}
        </ButtonLink>
      )}
      {ways.length > 0 && (
        <div className={classes.narrow}>
          <Popover look="icon" align="end" name={t('people.more')} label={<Icon name="more" size={20} />}>
            {ways.map(({ href, label }) => (
              <PopoverItem link={PageLink} key={href} href={href}>
                {label}
              </PopoverItem>
            ))}
          </Popover>
        </div>
      )}
    </>
  )
}

/** Everything that the list of people shows. */
async function loadPeople(page: ConsoleRequest, scope: ProjectContext, query: URLSearchParams) {
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
    throw refusalPage(page, refused.status, refused.reason, refused.id)
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
      columns: view.look.columns.filter(
        (name) => listColumns[name].needs === undefined || supportsFeature(engine, 'narrowing'),
      ),
      traits: traits.map(({ name }) => name),
    },
    traits: traits.map(labelOfField),
    allTraits: [...byName.values()].map((field) => ({ name: field.name, label: labelOfField(field) })),
    rows,
    next: answer.kind === 'ok' ? position(nextPageToken(answer.headers), search.from + rows.length) : undefined,
    previous:
      answer.kind === 'ok' ? position(previousPageToken(answer.headers), search.from - peopleOnPage) : undefined,
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
