import { Icon } from './icon.tsx'
import classes from './language-menu.module.css'

export interface LanguageItem {
  readonly lang: string
  /** The language's name in that language. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Loads this page in that language. */
  readonly href: string
}

export interface LanguageMenuProps {
  /** Says what the menu is for, to screen readers: "Language". */
  readonly label: string
  readonly current: string
  readonly items: readonly LanguageItem[]
}

/** The choice of language, made of a disclosure and plain links, so that it needs no script. */
export function LanguageMenu({ label, current, items }: LanguageMenuProps) {
  return (
    <details className={classes.menu} data-part="language-menu">
      <summary>
        <Icon name="globe" size={16} />
        <span className={classes.label}>{label}: </span>
        {items.find((item) => item.lang === current)?.name}
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.lang}>
            <a
              href={item.href}
              lang={item.lang}
              dir={item.dir}
              hrefLang={item.lang}
              aria-current={item.lang === current ? 'true' : undefined}
            >
              {item.name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A line of links: terms, privacy, help. */
export function LinkLine({ links }: { readonly links: readonly { readonly href: string; readonly label: string }[] }) {
  return (
    <ul className={classes.links} data-part="link-line">
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.label}</a>
        </li>
      ))}
    </ul>
  )
}
