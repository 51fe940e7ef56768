import { GateLayout } from '@gatehouse/design/gate-layout'
import { Heading } from '@gatehouse/design/heading'
import type { ReactNode } from 'react'
import { useText } from '../text/texts.tsx'
import { PageTitle } from './page-title.tsx'
import { Preferences } from './preferences.tsx'
import { useRootData } from './root-data.ts'

export interface GatePageProps {
  readonly title: string
  readonly lead?: ReactNode
  /** False for a page that wants no picture. */
  readonly scene?: boolean
  readonly children: ReactNode
}

/** A page of somebody who is not in yet: one task, its title, and nothing else to do. */
export function GatePage({ title, lead, scene = true, children }: GatePageProps) {
  return (
    <Gate scene={scene}>
      <PageTitle title={title} />
      <Heading title={title}>{lead}</Heading>
      {children}
    </Gate>
  )
}

/** The frame of such a page. */
export function Gate({ scene = false, children }: { readonly scene?: boolean; readonly children: ReactNode }) {
  const t = useText('console')
  const brand = { name: useRootData()?.brand ?? '', href: '/' }
  return (
    <GateLayout brand={brand} skipLabel={t('skip')} footer={<Preferences />} scene={scene}>
      {children}
    </GateLayout>
  )
}
