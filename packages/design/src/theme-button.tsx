import { type MouseEvent, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { type Theme, themes } from './theme.ts'
import classes from './theme-button.module.css'

export interface ThemeButtonProps {
  /** Says what the button is for, to screen readers: "Appearance". */
  readonly label: string
  readonly names: Readonly<Record<Theme, string>>
  /** As the page was drawn. */
  readonly current: Theme
  /** Gets `theme` and `return_to`, and loads the page again in its new look. */
  readonly action: string
  /** Path and query to come back to. */
  readonly here: string
}

const icons = { light: 'sun', dark: 'moon', system: 'contrast' } as const

/**
 * Light, dark or the system's scheme: one button that switches to the next. With script the page keeps its input;
 * without script the button is a form.
 */
export function ThemeButton({ label, names, current, action, here }: ThemeButtonProps) {
  const shown = useSyncExternalStore(subscribe, shownTheme, () => current)
  const says = `${label}: ${names[shown]}`
  const change = (event: MouseEvent) => {
    event.preventDefault()
    const next = following(shown, matchMedia('(prefers-color-scheme: dark)').matches)
    if (next === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
    for (const listener of listeners) listener()
    // Without a network the look is chosen for this page alone.
    const body = new URLSearchParams({ theme: next })
    void fetch(action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined)
  }
  return (
    <form method="post" action={action} className={classes.form} data-part="theme-button">
      <input type="hidden" name="return_to" value={here} />
      <button
        type="submit"
        name="theme"
        value={following(shown, false)}
        className={classes.button}
        aria-label={says}
        title={says}
        onClick={change}
      >
        <Icon name={icons[shown]} size={18} />
      </button>
    </form>
  )
}

/** From the system's look first to the other one, so that every first press is seen. */
function following(theme: Theme, systemIsDark: boolean): Theme {
  const round: readonly Theme[] = systemIsDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light']
  return round[(round.indexOf(theme) + 1) % round.length] ?? 'system'
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The document remembers it from page to page. */
function shownTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system'
}
