import { createHash } from 'node:crypto'
import type { AccountDeps } from '@gatehouse/account/page-deps'
import type { Brand, BrandImage } from '@gatehouse/config/brand'

/** A brand as the account pages take it. */
export type PageBrand = ReturnType<AccountDeps['brand']>

/** Prepares a brand for the pages: pictures by their paths, and a version that tells it from every other. */
export function pageBrand(brand: Brand, name: string): PageBrand {
  const { homeUrl, logo, favicon, background, links, methods, attribution, css, texts } = brand
  const shown: PageBrand = {
    name: brand.name ?? name,
    ...(homeUrl !== undefined && { homeUrl }),
    ...(logo && { logo: { ...pathsOf(logo), wordmark: logo.wordmark } }),
    ...(favicon && { favicon: { href: favicon.path, type: favicon.mediaType } }),
    ...(background && { background: background.kind === 'plain' ? 'plain' : pathsOf(background) }),
    ...(Object.keys(links).length > 0 && { links }),
    ...(Object.keys(methods).length > 0 && { methods }),
    ...(attribution && { attribution }),
    ...(css !== '' && { css }),
    ...(Object.keys(texts).length > 0 && { texts }),
  }
  const version = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)
  return { ...shown, version }
}

function pathsOf({ light, dark }: { readonly light: BrandImage; readonly dark?: BrandImage }) {
  return { light: light.path, ...(dark && { dark: dark.path }) }
}
