import { GateLayout } from '@gatehouse/design/layout'
import { Heading } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { useText } from '../text/text-source.ts'
import { useBackground } from './brand-background.tsx'
import { useBrandMark } from './brand-mark.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageTitle } from './page-title.tsx'

export interface GatePageProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Says so in the document's title, which a screen reader reads first. */
  readonly failed?: boolean
  readonly scene?: boolean
  readonly children: ReactNode
}

/** A page for a visitor who is not signed in yet: one task, its title, and nothing else to do. */
export function GatePage({ title, intro, failed = false, scene = true, children }: GatePageProps) {
  const t = useText('common')
  const background = useBackground()
  return (
    <GateLayout
      brand={useBrandMark()}
      skipLabel={t('skip')}
      footer={<PageFooter />}
      {...background}
      {...(!scene && { scene })}
    >
      <PageTitle title={title} failed={failed} />
      <Heading title={title}>{intro}</Heading>
      {children}
    </GateLayout>
  )
}
