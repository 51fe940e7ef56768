import { useText } from '../text/text-source.ts'
import { type Theme, themes } from '../request/theme.ts'
import classes from './theme-switch.module.css'

export interface ThemeSwitchProps {
  readonly current: Theme
  /** Path and query to come back to. */
  readonly here: string
}

/** Light, dark or as the system says: three buttons of one plain form, which loads the page anew in its new dress. */
export function ThemeSwitch({ current, here }: ThemeSwitchProps) {
  const t = useText('common')
  return (
    <form method="post" action="/theme" className={classes.switch} aria-label={t('theme.label')}>
      <input type="hidden" name="return_to" value={here} />
      {themes.map((theme) => (
        <button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === current}>
          {t(`theme.${theme}`)}
        </button>
      ))}
    </form>
  )
}
