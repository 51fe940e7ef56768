import { Landscape, PictureText, type GateLayoutProps } from '@gatehouse/design/layout'
import { useRootData } from '../request/root-data.ts'
import { SchemeImage } from './scheme-image.tsx'

/** Where a brand has its picture, which one, and what is said on it; nothing of what it has no wish about. */
export function useBackground(): Pick<GateLayoutProps, 'scene' | 'layout'> {
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
