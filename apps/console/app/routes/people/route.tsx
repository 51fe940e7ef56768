import { Alert, Empty, Icon, Popover, PopoverItem } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { pageHere } from '../../control-plane/list.server.ts'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { undoRun } from '../../people/bulk-run.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { rootOf } from '../../people/project-root.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { BulkBar, FoundBar } from './bulk-bar.tsx'
import { PeopleFilters } from './filters.tsx'
import { removeSearch, saveSearch } from './list-view.server.ts'
import { LookMenu } from './look-menu.tsx'
import { everybody, isNarrowed, pageAddress, type PeopleSearch } from './people-search.ts'
import { PeopleTable } from './people-table.tsx'
import classes from './people.module.css'
import { loadPeople } from './people.server.ts'
import { SavedSearches } from './saved-searches.tsx'

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
    return redirect(`${rootOf(scope)}/people`, 303)
  }
  const undone = await undoRun(page, scope, form.intent, pageHere(page))
  if (undone) return undone
  if (form.intent !== 'save_search') throw forbidden(page)
  const search = form.text('search')
  const why = saveSearch(page, scope, { name, search })
  if (why !== undefined) return faulty(form, { name: page.t(`console_people:people.unsaved_${why}`) }, ['name'])
  setNotice(page, 'console_people:people.search_saved', { name })
  return redirect(`${rootOf(scope)}/people?${search}`, 303)
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
