import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import classes from './language-menu.module.css'

/** A line of the menu: said, and written, in the language that it stands for. */
export interface LanguageItem {
  /** BCP 47. */
  readonly code: string
  /** The language's name in that language. */
  readonly endonym: string
  readonly dir: 'ltr' | 'rtl'
}

export interface LanguageMenuProps {
  /** Says what the menu is for, to screen readers: "Language". */
  readonly label: string
  /** The text of the submit button without script: "Change". */
  readonly submit: string
  readonly current: string
  readonly items: readonly LanguageItem[]
  /** Gets `language` and `return_to`, and loads the page again in that language. */
  readonly action: string
  /** Path and query to come back to. */
  readonly here: string
}

/**
 * The choice of language: a native list, which is applied when something was chosen from it. By keyboard the
 * choice is made with Enter, or by going on; without script there is a button.
 */
export function LanguageMenu({ label, submit, current, items, action, here }: LanguageMenuProps) {
  const list = useRef<HTMLSelectElement>(null)
  const isWalked = useRef(false)
  const apply = () => {
    if (list.current && list.current.value !== current) list.current.form?.submit()
  }
  // Applies a choice that was made before script ran.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(apply, [])
  return (
    <form method="post" action={action} className={classes.menu} data-part="language-menu">
      <Icon name="globe" size={16} />
      <input type="hidden" name="return_to" value={here} />
      <select
        ref={list}
        name="language"
        aria-label={label}
        defaultValue={current}
        autoComplete="off"
        onPointerDown={() => void (isWalked.current = false)}
        onKeyDown={({ key }: KeyboardEvent) => {
          isWalked.current = true
          // In an open list the key chooses first.
          if (key === 'Enter') setTimeout(apply)
        }}
        onChange={() => {
          if (!isWalked.current) apply()
        }}
        onBlur={apply}
      >
        {items.map(({ code, dir, endonym }) => (
          <option key={code} value={code} lang={code} dir={dir === 'rtl' ? dir : undefined}>
            {endonym}
          </option>
        ))}
      </select>
      <button type="submit" data-without-script>
        {submit}
      </button>
    </form>
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
