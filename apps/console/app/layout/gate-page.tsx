import { GateLayout } from '@gatehouse/design/layout'
import { Heading } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { useText } from '../text/texts.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { Preferences } from './preferences.tsx'
import { useRootData } from '../page/root-data.ts'

export interface GatePageProps {
  readonly title: string
  readonly intro?: ReactNode
  /** False for a page that wants no picture. */
  readonly scene?: boolean
  /** Where the brand leads, for those who have no role in the console. */
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
