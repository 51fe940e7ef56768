import { Icon } from '@gatehouse/design/content'
import { Fragment } from 'react'
import { useLocation } from 'react-router'
import type { ScopeData } from '../scopes/scope-data.ts'
import { useScopeIfAny } from '../scopes/use-scope.ts'
import { useText } from '../text/texts.tsx'
import classes from './breadcrumbs.module.css'
import { navigationOf, rootOf } from './navigation-of.ts'
import { PageLink } from './page-link.tsx'

/** A page between one of the navigation's lines and a page below it. */
export interface Crumb {
  readonly href: string
  readonly label: string
}

/** The way from the navigation to a page below one of its lines; nothing for those lines themselves. */
export function Breadcrumbs({ crumbs = [] }: { readonly crumbs?: readonly Crumb[] }) {
  const data = useScopeIfAny()
  return data === undefined ? null : <Crumbs data={data} crumbs={crumbs} />
}

function Crumbs({ data, crumbs }: { readonly data: ScopeData; readonly crumbs: readonly Crumb[] }) {
  const t = useText('console')
  const { pathname } = useLocation()
  const root = rootOf(data)
  const [section = '', ...below] = pathname.slice(root.length + 1).split('/')
  const rows = navigationOf(data)
    .flatMap((group) => group.rows)
    .filter(({ isOfWorkspace }) => isOfWorkspace !== true)
  const row = rows.find(({ path }) => path === section)
  // A page without an entry in the navigation, as a new project, is below the scope's own page.
  const isBelowScope = row === undefined && section !== ''
  const above = isBelowScope ? rows.find(({ path }) => path === '') : below.length > 0 ? row : undefined
  if (above === undefined) return null
  return (
    <nav aria-label={t('crumbs.label')} className={classes.crumbs} data-print="no">
      <Icon name="back" size={14} />
      {[{ href: above.href, label: t(above.label) }, ...crumbs].map(({ href, label }, index) => (
        <Fragment key={href}>
          {index > 0 && <span aria-hidden="true">/</span>}
          <PageLink href={href}>
            <bdi>{label}</bdi>
          </PageLink>
        </Fragment>
      ))}
    </nav>
  )
}
