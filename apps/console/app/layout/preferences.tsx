import { LanguageMenu, ThemeSwitch } from '@gatehouse/design/layout'
import { useLocation } from 'react-router'
import { useText } from '../text/texts.tsx'
import { useRootData } from '../page/root-data.ts'

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
      <ThemeSwitch
        label={t('theme.label')}
        names={{ light: t('theme.light'), dark: t('theme.dark'), system: t('theme.system') }}
        current={root.theme}
        action="/theme"
        here={here}
      />
    </>
  )
}
