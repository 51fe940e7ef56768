import { defaultLanguage } from '@gatehouse/i18n/languages'
import { type Brand, brandLinks, type ShownBrand } from './brand.ts'

/** Chooses the parts of a brand that a page shows. */
export function shownBrand(brand: Brand, language: string): ShownBrand {
  const { name, homeUrl, logo, favicon, background, methods, attribution, layout, themeSwitch } = brand
  const pictureText = inLanguage(brand.pictureText, language)
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
    ...(layout !== undefined && { layout }),
    ...(pictureText !== undefined && { pictureText }),
    ...(themeSwitch === false && { themeSwitch }),
  }
}

/** Whether pages have texts that only a brand brings: the names of its links, or the product's name. */
export function hasWords({ links = {}, attribution = false }: Brand): boolean {
  return attribution || Object.keys(links).length > 0
}

function linksIn({ links = {} }: Brand, language: string): NonNullable<ShownBrand['links']> {
  return brandLinks.flatMap((name) => {
    const href = inLanguage(links[name], language)
    return href === undefined ? [] : [{ name, href }]
  })
}

/** Returns the text in a language; else in English, or else the first one. */
function inLanguage(given: string | Readonly<Record<string, string>> | undefined, language: string) {
  return typeof given === 'object' ? (given[language] ?? given[defaultLanguage] ?? Object.values(given)[0]) : given
}
