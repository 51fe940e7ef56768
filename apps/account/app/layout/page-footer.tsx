import { LanguageMenu } from '@gatehouse/design/language-menu'
import { useText } from '../text/text-source.ts'
import { useLocation } from 'react-router'
import { useRootData } from './root-data.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** Language and appearance, at the foot of every page. Both work without script. */
export function PageFooter() {
  const t = useText('common')
  const { pathname, search } = useLocation()
  const root = useRootData()
  if (root === undefined) return null
  const here = `${pathname}${search}`
  const items = root.languages.map((language) => ({
    ...language,
    href: `/language?${new URLSearchParams({ language: language.lang, return_to: here })}`,
  }))
  return (
    <>
      <LanguageMenu label={t('language')} current={root.language} items={items} />
      <ThemeSwitch current={root.theme} here={here} />
    </>
  )
}
