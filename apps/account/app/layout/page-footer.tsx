import { ThemeButton, LanguageMenu, type LanguageItem } from '@gatehouse/design/layout'
import { useText } from '../text/text-source.ts'
import { useLocation } from 'react-router'
import { BrandLinks } from './brand-links.tsx'
import { useRootData } from '../request/root-data.ts'

/** Links of the brand, language and appearance, at the foot of every page. All work without script. */
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
        items={parseItems(root.languages)}
        action="/language"
        here={here}
      />
      {root.brand.themeSwitch !== false && (
        <ThemeButton
          label={t('theme.label')}
          names={{ light: t('theme.light'), dark: t('theme.dark'), system: t('theme.system') }}
          current={root.theme}
          action="/theme"
          here={here}
        />
      )}
    </>
  )
}

let items: readonly LanguageItem[] | undefined

/** The server writes the same languages into every page. */
function parseItems(json: string): readonly LanguageItem[] {
  return (items ??= JSON.parse(json) as readonly LanguageItem[])
}
