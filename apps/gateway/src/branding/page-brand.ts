import { createHash } from 'node:crypto'
import type { AccountDeps } from '@gatehouse/account/page-deps'
import type { Brand, BrandAsset } from '@gatehouse/config/brand'

/** A brand as the account pages take it. */
export type PageBrand = ReturnType<AccountDeps['brand']>

/** Prepares a brand for the pages: paths of pictures, and a version that is unique to it. */
export function pageBrand(brand: Brand, name: string): PageBrand {
  const { homeUrl, logo, favicon, links, methods, attribution, css, texts, layout, pictureText, themeSwitch } = brand
  const background = backgroundOf(brand, brand.name ?? name)
  const shown: PageBrand = {
    name: brand.name ?? name,
    ...(homeUrl !== undefined && { homeUrl }),
    ...(logo && { logo: { ...pathsOf(logo), wordmark: logo.wordmark } }),
    ...(favicon && { favicon: { href: favicon.path, type: favicon.mediaType } }),
    ...(background && { background }),
    ...(layout && { layout }),
    ...(pictureText !== undefined && { pictureText }),
    ...(Object.keys(links).length > 0 && { links }),
    ...(Object.keys(methods).length > 0 && { methods }),
    ...(attribution && { attribution }),
    ...(!themeSwitch && { themeSwitch }),
    ...(css !== '' && { css }),
    ...(Object.keys(texts).length > 0 && { texts }),
  }
  const version = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)
  return { ...shown, version }
}

/** The name of an installation without one: ours. */
const ownName = 'Gatehouse'

/** The gate is our mark: an installation with another name gets a picture that is no mark. */
function backgroundOf({ background }: Brand, name: string): PageBrand['background'] {
  if (background === undefined) return name === ownName ? undefined : 'land'
  return background.kind === 'plain' ? 'plain' : pathsOf(background)
}

function pathsOf({ light, dark }: { readonly light: BrandAsset; readonly dark?: BrandAsset }) {
  return { light: light.path, ...(dark && { dark: dark.path }) }
}
