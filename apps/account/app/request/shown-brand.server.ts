import { defaultLanguage } from '@gatehouse/i18n/languages'
import { type Brand, brandLinks, type ShownBrand } from './brand.ts'

/** Chooses what a page shows. */
export function shownBrand(brand: Brand, language: string): ShownBrand {
  const { name, homeUrl, logo, favicon, background, methods, attribution } = brand
  const links = linksIn(brand, language)
  return {
    name,
    ...(homeUrl !== undefined && { homeUrl }),
    ...(logo && { logo }),
    ...(favicon && { favicon }),
    ...(background && { background }),
    ...(links.length > 0 && { links }),
    ...(methods && { methods }),
    ...(attribution === true && { attribution }),
  }
}

/** Whether pages have something to say that only a brand brings: the names of its links, or what they run on. */
export function hasWords({ links = {}, attribution = false }: Brand): boolean {
  return attribution || Object.keys(links).length > 0
}

function linksIn({ links = {} }: Brand, language: string): NonNullable<ShownBrand['links']> {
  return brandLinks.flatMap((name) => {
    const given = links[name]
    const href =
      typeof given === 'object' ? (given[language] ?? given[defaultLanguage] ?? Object.values(given)[0]) : given
    return href === undefined ? [] : [{ name, href }]
  })
}
