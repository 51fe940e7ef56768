import { ThemeSwitch } from '@gatehouse/design/theme-switch'
import { LanguageMenu } from '@gatehouse/design/language-menu'
import { languages } from '@gatehouse/i18n/languages'
import { useText } from '../text/text-source.ts'
import { useLocation } from 'react-router'
import { BrandLinks } from './brand-links.tsx'
import { useRootData } from './root-data.ts'

/** Language and appearance, at the foot of every page. Both work without script. */
export function PageFooter() {
  const t = useText('common')
  const { pathname, search } = useLocation()
  const root = useRootData()
  if (root === undefined) return null
  const here = `${pathname}${search}`
  return (
    <>
      <BrandLinks />
      <LanguageMenu
        label={t('language')}
        submit={t('language_change')}
        current={root.language}
        items={languages}
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
