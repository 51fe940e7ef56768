import { type ElementType, type ReactNode, useEffect, useRef } from 'react'
import classes from './account-layout.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Mark, type Brand } from './mark.tsx'
import { SkipLink } from './skip-link.tsx'

/**
 * A line of the navigation. `current` marks the page that is shown, to screen readers as well; `pending` one that was
 * asked for and is on its way.
 */
export interface NavItem {
  readonly href: string
  readonly label: string
  readonly icon?: IconName
  readonly current?: boolean
  readonly pending?: boolean
  readonly 'data-testid'?: string
}

export interface AccountLayoutProps {
  readonly brand: Brand
  readonly skipLabel: string
  readonly navLabel: string
  readonly nav: readonly NavItem[]
  /** Draws the navigation's anchors; gets `href`. Default: `a`. */
  readonly link?: ElementType
  /** At the end of the header's line: sign out, the person. */
  readonly header?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A page for a signed-in person: navigation at the side, or on top of it on a phone. */
export function AccountLayout({ link: Link = 'a', ...props }: AccountLayoutProps) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (row.current) showCurrent(row.current)
  }, [])
  return (
    <div className={classes.account} data-part="account-layout">
      <SkipLink>{props.skipLabel}</SkipLink>
      <header className={classes.bar}>
        <Mark brand={props.brand} />
        {props.header && (
          <div className={classes.end} data-print="no">
            {props.header}
          </div>
        )}
      </header>
      <nav className={classes.nav} aria-label={props.navLabel} data-print="no">
        <ul ref={row}>
          {props.nav.map((item) => (
            <li key={item.href}>
              <Link
                href={item.href}
                aria-current={item.current ? 'page' : undefined}
                data-pending={item.pending || undefined}
                data-testid={item['data-testid']}
              >
                {item.icon && <Icon name={item.icon} size={18} />}
                <span>{item.label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main className={classes.main} id="main" tabIndex={-1}>
        {props.children}
      </main>
      {props.footer && (
        <footer className={classes.foot} data-print="no">
          {props.footer}
        </footer>
      )}
    </div>
  )
}

/** The width at an end of the row that the sign for more entries covers, in pixels. */
const sign = 40

/** On a phone the navigation is one row that scrolls: its current line comes into view, and nothing else moves. */
function showCurrent(row: HTMLElement): void {
  const current = row.querySelector('[aria-current]')?.getBoundingClientRect()
  const { left, right } = row.getBoundingClientRect()
  if (current === undefined || row.scrollWidth <= row.clientWidth) return
  if (current.left >= left + sign && current.right <= right - sign) return
  row.scrollBy({ left: (current.left + current.right - left - right) / 2 })
}
