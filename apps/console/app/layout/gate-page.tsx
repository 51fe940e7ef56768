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
  readonly children: ReactNode
}

/** A page of somebody who is not in yet: one task, its title, and nothing else to do. */
export function GatePage({ title, lead, children }: GatePageProps) {
  return (
    <Gate>
      <PageTitle title={title} />
      <Heading title={title}>{lead}</Heading>
      {children}
    </Gate>
  )
}

/** The frame of such a page. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const t = useText('console')
  const brand = { name: useRootData()?.brand ?? '', href: '/' }
  return (
    <GateLayout brand={brand} skipLabel={t('skip')} footer={<Preferences />}>
      {children}
    </GateLayout>
  )
}
