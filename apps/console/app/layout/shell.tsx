import { Icon } from '@gatehouse/design/content'
import { Mark, SkipLink } from '@gatehouse/design/layout'
import type { ReactNode } from 'react'
import type { ScopeData } from '../scopes/scope-data.ts'
import { mostFailed, type Pulse } from '../pulse/pulse.ts'
import { usePulse } from '../pulse/use-pulse.ts'
import { useLanguage, useText } from '../text/texts.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NavigationLink } from './navigation-link.tsx'
import { type ListedGroup, navigationOf, rootOf } from '../page/navigation-of.ts'
import { PaletteButton } from './palette-button.tsx'
import { RunningWork } from './running-work.tsx'
import { ScopeSwitch } from './scope-switch.tsx'
import { useRootData } from '../page/root-data.ts'
import classes from './shell.module.css'
import { Toasts } from './toasts.tsx'

export interface ShellProps {
  readonly data: ScopeData
  readonly children: ReactNode
}

/** The frame of every page inside: the current scope, the navigation, the operator's menu, and the page itself. */
export function Shell({ data, children }: ShellProps) {
  const t = useText('console')
  const brand = { name: useRootData()?.brand ?? '', href: '/' }
  const root = rootOf(data)
  const pulse = usePulse(data.project && root, data)
  const work = { jobs: pulse?.jobs ?? [], root }
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
        <PaletteButton data={data} />
        <nav aria-label={t('nav.label')} className={classes.nav}>
          <Navigation data={data} pulse={pulse} />
        </nav>
        <div className={classes.foot}>
          <RunningWork {...work} beside="navigation" />
          <AccountMenu data={data} />
        </div>
      </aside>
      <main className={classes.work} id="main" tabIndex={-1}>
        {children}
        <RunningWork {...work} beside="page" />
      </main>
      <Toasts ended={pulse?.ended ?? []} root={root} notice={data.notice} />
    </div>
  )
}

interface NavigationProps {
  readonly data: ScopeData
  readonly pulse: Pulse | undefined
}

function Navigation({ data, pulse }: NavigationProps) {
  return navigationOf(data).map((group) => <Group key={group.id ?? ''} {...group} data={data} pulse={pulse} />)
}

function Group({ id, rows, data, pulse }: ListedGroup & NavigationProps) {
  const t = useText('console')
  return (
    <>
      {id !== undefined && (
        <h2 className={classes.group} id={`nav-${id}`}>
          {t(`nav.group.${id}`)}
        </h2>
      )}
      <ul aria-labelledby={id && `nav-${id}`}>
        {rows.map(({ href, path, label, icon, counts }) => (
          <li key={href}>
            <NavigationLink href={href} icon={icon} isExact={path === ''} label={t(label)}>
              {counts !== undefined && <Count of={counts} data={data} pulse={pulse} />}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function Count({ of, data, pulse }: NavigationProps & { readonly of: 'running' | 'people' | 'failed' }) {
  const t = useText('console')
  const language = useLanguage()
  switch (of) {
    case 'people':
      if (pulse?.people === undefined || pulse.people === 0) return null
      return (
        <small className={classes.total} aria-hidden="true">
          {pulse.people.toLocaleString(language)}
        </small>
      )
    case 'failed': {
      const number = pulse?.failed ?? 0
      if (number === 0) return null
      const text = number >= mostFailed ? `${mostFailed - 1}+` : String(number)
      return (
        <span className={classes.failed} data-testid="failed-messages">
          {t('nav.failed', { number: text })}
        </span>
      )
    }
    case 'running': {
      const number = pulse === undefined ? data.running : pulse.jobs.filter(({ state }) => state === 'running').length
      if (number === 0) return null
      return (
        <span className={classes.count} data-testid="running">
          <span aria-hidden="true">{number}</span>
          <span data-unseen>{t('nav.running', { count: number })}</span>
        </span>
      )
    }
  }
  of satisfies never
  return null
}
