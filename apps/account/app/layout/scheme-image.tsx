import type { BrandPicture } from '../request/brand.ts'
import type { Theme } from '@gatehouse/design/layout'

export interface SchemeImageProps {
  readonly picture: BrandPicture
  readonly theme: Theme
  readonly alt: string
  /** Its name for styles. */
  readonly part: string
}

/** A picture in the scheme of the page: the one that was chosen, else the system's. */
export function SchemeImage({ picture: { light, dark }, theme, alt, part }: SchemeImageProps) {
  if (dark === undefined || theme !== 'system') {
    return <img src={theme === 'dark' ? (dark ?? light) : light} alt={alt} data-part={part} />
  }
  return (
    <picture>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" />
      <img src={light} alt={alt} data-part={part} />
    </picture>
  )
}
