import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { refusedByControlPlane, stalePage } from '../../failure/fail.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { organizationLabel } from '../../organizations/label.server.ts'
import { refusalOf } from '../../people/answers.server.ts'
import { nextOf, totalIn } from '../../people/next-of.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import type { Organization } from '../../organizations/organization.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { columnFields } from '../../traits/columns.server.ts'
import { labelOfField } from '@gatehouse/contract/identities'
import { titleOf } from '../../traits/schema-document.ts'
import { useMay } from '../scope/use-scope.ts'
import { BulkBar } from './bulk-bar.tsx'
import { PeopleFilters } from './filters.tsx'
import { isNarrowed, pageAddress } from './people-search.ts'
import { PeopleTable } from './people-table.tsx'
import classes from './people.module.css'
import { personRow } from './person-row.server.ts'
import { queryOf, searchOf } from './search.server.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const [engine, schemas, { organizations }] = await Promise.all([
    scope.load('getIdentityEngine'),
    scope.load('listIdentitySchemas'),
    scope.load('listOrganizations'),
  ])
  const search = searchOf(url, engine)
  const answer = await scope.admin.listIdentities(queryOf(search))
  const refused = answer.kind === 'ok' ? undefined : refusalOf(answer)
  if (refused?.status === 400 && search.token !== '') throw stalePage(page, pageAddress(search))
  // A search that cannot be is reported beside it; anything else is a page of its own.
  if (refused !== undefined && refused.status !== 400) {
    throw refusedByControlPlane(page, refused.status, refused.reason, refused.id)
  }
  const fields = columnFields(schemas.find(({ id }) => search.schema === '' || id === search.schema))
  return {
    engine,
    search,
    refused: refused?.reason,
    schemas: schemas.map((schema) => ({ id: schema.id, title: titleOf(schema) })),
    organizations: await withChosen(scope, organizations, search.organization),
    columns: fields.map(labelOfField),
    rows: answer.kind === 'ok' ? answer.body.map((identity) => personRow(identity, fields)) : [],
    next: answer.kind === 'ok' ? nextOf(answer) : undefined,
    total: answer.kind === 'ok' ? totalIn(answer) : undefined,
  }
}

/** The organizations to choose from; the one that is chosen is among them, however many there are. */
async function withChosen(scope: ProjectContext, listed: readonly Organization[], id: string) {
  const known = listed.map((one) => ({ id: one.id, label: one.label }))
  if (id === '' || known.some((one) => one.id === id)) return known
  return [...known, { id, label: (await organizationLabel(scope, id)) || id }]
}

/** Everybody who has an account in a project. */
export default function People() {
  const t = useText('console_people')
  const shared = useText('console')
  const data = useLoaderData<typeof loader>()
  const { search, rows, next, columns } = data
  const root = useProjectRoot()
  const may = useMay()
  const mayChange = may('patchIdentity')
  const actions = (
    <>
      {may('announceIdentityExport') && (
        <ButtonLink href={`${root}/people/export${pageAddress(search)}`} link={PageLink} size="small">
          {t('export.title')}
        </ButtonLink>
      )}
      {may('batchPatchIdentities') && (
        <ButtonLink href={`${root}/people/import`} link={PageLink} size="small">
          {t('import.title')}
        </ButtonLink>
      )}
      {mayChange && (
        <ButtonLink href={`${root}/people/new`} link={PageLink} size="small" variant="primary">
          {t('people.new')}
        </ButtonLink>
      )}
    </>
  )
  const narrowed = isNarrowed(search)
  const isNewestFirst = search.order === 'newest'
  const sort = search.by === 'words' && {
    href: pageAddress({ ...search, order: isNewestFirst ? 'oldest' : 'newest' }),
    sorted: isNewestFirst ? ('descending' as const) : ('ascending' as const),
  }
  return (
    <>
      <PageHead title={t('people.title')} intro={t('people.lead')} actions={actions} />
      <PeopleFilters {...data} />
      {data.refused !== undefined && (
        <Alert kind="error" title={t('people.refused')}>
          <span lang="en">{data.refused}</span>
        </Alert>
      )}
      <p className={classes.total} role="status">
        {data.total !== undefined && rows.length > 0 && t('people.total', { count: data.total })}
      </p>
      <PeopleTable
        rows={rows}
        columns={columns}
        selectable={mayChange}
        sort={sort || undefined}
        empty={
          <Empty title={t(narrowed ? 'people.none_found' : 'people.none')}>
            {narrowed ? <PageLink href="?">{shared('list.clear')}</PageLink> : <p>{t('people.none_text')}</p>}
          </Empty>
        }
      />
      {mayChange && rows.length > 0 && <BulkBar />}
      <Pager
        first={search.token === '' ? undefined : pageAddress(search)}
        next={next === undefined ? undefined : pageAddress(search, next)}
      />
    </>
  )
}
