import { LanguageMenu } from '@gatehouse/design/language-menu'
import { useLocation } from 'react-router'
import { themes } from '../request/theme.ts'
import { useText } from '../text/texts.tsx'
import classes from './preferences.module.css'
import { useRootData } from './root-data.ts'

/** Language and appearance. Both load the page anew, and work without script. */
export function Preferences() {
  const t = useText('console')
  const { pathname, search } = useLocation()
  const root = useRootData()
  if (root === undefined) return null
  const here = `${pathname}${search}`
  return (
    <>
      <LanguageMenu
        label={t('language')}
        submit={t('language_change')}
        current={root.language}
        items={root.languages}
        action="/language"
        here={here}
      />
      <form method="post" action="/theme" className={classes.switch} aria-label={t('theme.label')}>
        <input type="hidden" name="return_to" value={here} />
        {themes.map((theme) => (
          <button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === root.theme}>
            {t(`theme.${theme}`)}
          </button>
        ))}
      </form>
    </>
  )
}
