import { type Theme, themes } from './theme.ts'
import classes from './theme-switch.module.css'

export interface ThemeSwitchProps {
  /** Says what the buttons are for, to screen readers: "Appearance". */
  readonly label: string
  readonly names: Readonly<Record<Theme, string>>
  readonly current: Theme
  /** Gets `theme` and `return_to`, and loads the page again in its new dress. */
  readonly action: string
  /** Path and query to come back to. */
  readonly here: string
}

/** Light, dark or as the system says: three buttons of one plain form. */
export function ThemeSwitch({ label, names, current, action, here }: ThemeSwitchProps) {
  return (
    <form method="post" action={action} className={classes.switch} aria-label={label}>
      <input type="hidden" name="return_to" value={here} />
      {themes.map((theme) => (
        <button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === current}>
          {names[theme]}
        </button>
      ))}
    </form>
  )
}
