import type { ConfigFault } from '../config-error.ts'
import type { Background, Brand, BrandAsset, BrandImage, BrandTexts } from './brand.ts'
import { chosenColours, contrastFaults } from './brand-colours.ts'
import { brandCss } from './brand-css.ts'
import { brandFaults } from './brand-faults.ts'
import { type AssetUse, readImage, storedAsset, storedName } from './brand-images.ts'
import { brandShape, type TextRules, type WrittenBrand } from './brand-shape.ts'
import { readTexts } from './brand-texts.ts'
import { paletteOf } from './palette.ts'

/** The source of a brand, and the rules for its texts. */
export interface BrandSource {
  /** The section's name in messages: `gatehouse.yml: brand`. */
  readonly subject: string
  /** Folder of the file and its pictures. Absent: there is no file, and every picture is a stored one. */
  readonly folder?: string | undefined
  /** Whether pictures may be stored ones (`asset:…`). Always true without a file. */
  readonly mayBeStored?: boolean
  readonly rules: TextRules
}

/** A brand, or everything that is wrong with it. */
export type ParsedBrand =
  | { readonly kind: 'sound'; readonly brand: Brand; readonly images: readonly BrandImage[] }
  | { readonly kind: 'faulty'; readonly faults: readonly ConfigFault[] }

/** Parses the section `brand` of a file. */
export function parseBrand(
  document: unknown,
  { subject, folder, mayBeStored = false, rules }: BrandSource,
): ParsedBrand {
  const parsed = brandShape(rules).safeParse(document)
  if (!parsed.success) {
    const given: unknown =
      typeof document === 'object' && document !== null ? Reflect.get(document, 'texts') : undefined
    const texts = readTexts(given, rules, `${subject}.texts`)
    return { kind: 'faulty', faults: [...brandFaults(parsed.error.issues, subject), ...(isFaults(texts) ? texts : [])] }
  }
  const written = parsed.data
  const faults: ConfigFault[] = []
  const images: BrandImage[] = []
  const image = (name: string, use: AssetUse, at: string): BrandAsset | undefined => {
    const pathOfKey = `${subject}.${at}`
    if (folder === undefined || (mayBeStored && storedName(name) !== undefined)) {
      const found = storedAsset(name, use, pathOfKey)
      if (!('wrong' in found)) return found
      faults.push(found)
      return undefined
    }
    const read = readImage(name, use, folder, pathOfKey)
    if ('wrong' in read) faults.push(read)
    else images.push(read)
    return 'wrong' in read ? undefined : read
  }
  const drawn = drawnParts(written, image)
  const font = written.font_file === undefined ? undefined : image(written.font_file, 'font', 'font_file')
  const texts = readTexts(written.texts, rules, `${subject}.texts`)
  if (isFaults(texts)) faults.push(...texts)
  const tokens = written.tokens ?? {}
  faults.push(...contrastFaults(tokens, `${subject}.tokens`))
  if (faults.length > 0 || isFaults(texts)) return { kind: 'faulty', faults }
  const {
    name,
    home,
    links = {},
    methods = {},
    attribution = false,
    layout,
    buttons,
    theme_switch: themeSwitch = true,
  } = written
  const brand: Brand = {
    ...(name !== undefined && { name }),
    ...(home !== undefined && { homeUrl: home }),
    ...drawn,
    ...(layout !== undefined && { layout }),
    ...(written.picture_text !== undefined && { pictureText: written.picture_text }),
    palettes: {
      light: paletteOf('light', chosenColours('light', tokens)),
      dark: paletteOf('dark', chosenColours('dark', tokens)),
    },
    css: brandCss(tokens, { font, buttons }),
    texts,
    links: present(links),
    methods: present(methods),
    attribution,
    themeSwitch,
  }
  return { kind: 'sound', brand, images }
}

type ReadOne = (name: string, use: AssetUse, at: string) => BrandAsset | undefined

function drawnParts(
  { logo, favicon, background }: WrittenBrand,
  image: ReadOne,
): Pick<Brand, 'logo' | 'favicon' | 'background'> {
  const light = logo && image(logo.light, 'logo', 'logo.light')
  const dark = logo?.dark === undefined ? undefined : image(logo.dark, 'logo', 'logo.dark')
  const icon = favicon === undefined ? undefined : image(favicon, 'favicon', 'favicon')
  const beside = backgroundOf(background, image)
  return {
    ...(light && { logo: { light, ...(dark && { dark }), wordmark: logo?.wordmark ?? false } }),
    ...(icon && { favicon: icon }),
    ...(beside && { background: beside }),
  }
}

function backgroundOf(given: WrittenBrand['background'], image: ReadOne): Background | undefined {
  if (given === undefined || given === 'scene') return undefined
  if (given === 'plain') return { kind: 'plain' }
  const light = image(given.light, 'background', 'background.light')
  const dark = given.dark === undefined ? undefined : image(given.dark, 'background', 'background.dark')
  return light && { kind: 'image', light, ...(dark && { dark }) }
}

const isFaults = (read: BrandTexts | readonly ConfigFault[]): read is readonly ConfigFault[] => Array.isArray(read)

/** Removes keys without a value. */
function present<Value>(given: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(given).flatMap(([key, one]) => (one === undefined ? [] : [[key, one]])))
}
