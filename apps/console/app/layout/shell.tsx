import { Avatar, Icon } from '@gatehouse/design/content'
import { Mark, SkipLink } from '@gatehouse/design/layout'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import type { ScopeData } from '../routes/scope/scope-data.ts'
import { useText } from '../text/texts.tsx'
import { navigation, type NavigationRow } from './navigation.ts'
import { PageLink } from './page-link.tsx'
import { ScopeSwitch } from './scope-switch.tsx'
import { useRootData } from './root-data.ts'
import classes from './shell.module.css'

export interface ShellProps {
  readonly data: ScopeData
  readonly children: ReactNode
}

/** The frame of every page inside: where one is, what else there is, who one is, and the page itself. */
export function Shell({ data, children }: ShellProps) {
  const t = useText('console')
  const brand = { name: useRootData()?.brand ?? '', href: '/' }
  return (
    <div className={classes.shell}>
      <SkipLink>{t('skip')}</SkipLink>
      <header className={classes.top} data-print="no">
        <Mark brand={brand} />
        <a className={classes.menu} href="#navigation">
          <Icon name="list" size={20} />
          {t('nav.open')}
        </a>
      </header>
      <aside className={classes.side} id="navigation" aria-label={t('nav.label')} data-print="no">
        <div className={classes.brand}>
          <Mark brand={brand} />
          <a className={classes.close} href="#main">
            <Icon name="close" size={20} />
            {t('nav.close')}
          </a>
        </div>
        <ScopeSwitch data={data} />
        <nav aria-label={t('nav.label')} className={classes.nav}>
          <Group data={data} scope="project" />
          <Group data={data} scope="workspace" />
        </nav>
        <Me data={data} />
      </aside>
      <main className={classes.work} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Group({ data, scope }: { readonly data: ScopeData; readonly scope: NavigationRow['scope'] }) {
  const t = useText('console')
  const allowed = scope === 'project' ? data.project?.may : data.workspace.may
  const rows = navigation.filter((row) => row.scope === scope && allowed?.includes(row.needs) === true)
  if (rows.length === 0) return null
  const root = `/w/${data.workspace.slug}${scope === 'project' ? `/p/${data.project?.slug ?? ''}` : ''}`
  return (
    <>
      <h2 className={classes.group} id={`nav-${scope}`}>
        {t(`nav.group.${scope}`)}
      </h2>
      <ul aria-labelledby={`nav-${scope}`}>
        {rows.map(({ path, label, icon, counts }) => (
          <li key={path}>
            <NavLink to={path === '' ? root : `${root}/${path}`} end={path === ''}>
              <Icon name={icon} size={18} />
              <span>{t(label)}</span>
              {counts !== undefined && data[counts] > 0 && <Count number={data[counts]} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function Count({ number }: { readonly number: number }) {
  const t = useText('console')
  return (
    <span className={classes.count} data-testid="running">
      <span aria-hidden="true">{number}</span>
      <span className={classes.unseen}>{t('nav.running', { count: number })}</span>
    </span>
  )
}

function Me({ data }: { readonly data: ScopeData }) {
  const t = useText('console')
  return (
    <div className={classes.me}>
      <PageLink href="/account" className={classes.person}>
        <Avatar name={data.operator.name} />
        <span>
          <bdi title={data.operator.name}>{data.operator.name}</bdi>
          <small>{t(`role.${data.project?.role ?? data.workspace.role ?? 'viewer'}`)}</small>
        </span>
      </PageLink>
      <form method="post" action="/sign-out">
        <button type="submit" className={classes.out} aria-label={t('sign_out')} title={t('sign_out')}>
          <Icon name="signOut" size={18} />
        </button>
      </form>
    </div>
  )
}
