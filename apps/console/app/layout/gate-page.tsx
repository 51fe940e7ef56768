import { Heading } from '@gatehouse/design/content'
import { GateLayout, LanguageMenu, ThemeSwitch } from '@gatehouse/design/layout'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PageTitle } from '../page/page-title.tsx'
import { useRootData } from '../page/root-data.ts'
import { useText } from '../text/texts.tsx'

export interface GatePageProps {
  readonly title: string
  readonly intro?: ReactNode
  /** False for a page that wants no picture. */
  readonly scene?: boolean
  /** The target of the brand's link, for people without a role in the console. */
  readonly home?: string
  readonly children: ReactNode
}

/** A page for a visitor who is not signed in yet: one task, its title, and nothing else to do. */
export function GatePage({ title, intro, scene = true, home = '/', children }: GatePageProps) {
  return (
    <Gate scene={scene} home={home}>
      <PageTitle title={title} />
      <Heading title={title}>{intro}</Heading>
      {children}
    </Gate>
  )
}

/** The frame of such a page. */
export function Gate({ scene = false, home = '/', children }: Pick<GatePageProps, 'scene' | 'home' | 'children'>) {
  const t = useText('console')
  const brand = { name: useRootData()?.brand ?? '', href: home }
  return (
    <GateLayout brand={brand} skipLabel={t('skip')} footer={<Preferences />} scene={scene}>
      {children}
    </GateLayout>
  )
}

/** Language and appearance. Both reload the page, and work without script. */
function Preferences() {
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
