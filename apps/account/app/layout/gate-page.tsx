import { Heading } from '@gatehouse/design/content'
import { GateLayout, Landscape, PictureText, type GateLayoutProps } from '@gatehouse/design/layout'
import type { ReactNode } from 'react'
import { useRootData } from '../request/root-data.ts'
import { useText } from '../text/text-source.ts'
import { useBrandMark } from './brand-mark.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageTitle } from './page-title.tsx'
import { SchemeImage } from './scheme-image.tsx'

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

/** Returns the brand's picture, its position and its text; omits what the brand does not set. */
function useBackground(): Pick<GateLayoutProps, 'scene' | 'layout'> {
  const root = useRootData()
  if (root === undefined) return {}
  const { background, layout, pictureText } = root.brand
  if (layout === 'card') return { scene: false, layout }
  if (background === 'plain') return { scene: false }
  const picture =
    background === undefined ? undefined : background === 'land' ? (
      <Landscape />
    ) : (
      <SchemeImage picture={background} theme={root.theme} alt="" part="brand-background" />
    )
  return {
    ...(layout !== undefined && { layout }),
    ...(picture !== undefined && { scene: picture }),
    ...(pictureText !== undefined && {
      scene: <PictureText picture={picture}>{pictureText}</PictureText>,
    }),
  }
}
