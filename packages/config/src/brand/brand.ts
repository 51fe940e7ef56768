import { paletteOf, type Palette, type Scheme } from './palette.ts'

export { writeColour } from './colour.ts'
export type { Palette } from './palette.ts'

/** A picture or a font of a brand, as it is served: at a path that changes with its content. */
export interface BrandAsset {
  /** `/brand/{hash}.{type}` */
  readonly path: string
  readonly mediaType: string
}

/** One that was read from a file. */
export interface BrandImage extends BrandAsset {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Addresses that a brand may show, in the order in which it shows them. */
export const linkNames = ['terms', 'privacy', 'support', 'imprint'] as const

/** The name of such an address. */
export type LinkName = (typeof linkNames)[number]

/** One address for everybody, or one for each language; then people of other languages get the English one, or the first. */
export type LinkAddresses = string | Readonly<Record<string, string>>

/** Where the picture is: none beside a centred card; behind everything, with the form on a card; or beside the form. */
export const layouts = ['picture-right', 'picture-left', 'full', 'card'] as const
/** One of them; the first one where nothing is said. */
export type Layout = (typeof layouts)[number]

/** How every button looks that is not the main one. */
export const buttonStyles = ['outline', 'soft', 'quiet'] as const
/** One of them; the first one where nothing is said. */
export type ButtonStyle = (typeof buttonStyles)[number]

/** One text for everybody, or one for each language; then people of other languages get the English one, or the first. */
export type SpokenText = string | Readonly<Record<string, string>>

/** Texts by language, namespace and key. */
export type BrandTexts = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** What stands beside the form, where the screen is wide enough. Absent: the drawn scene. */
export type Background =
  | { readonly kind: 'plain' }
  | { readonly kind: 'image'; readonly light: BrandAsset; readonly dark?: BrandAsset }

/** How an operator's account pages look and what they say: checked, and ready to be drawn. */
export interface Brand {
  readonly name?: string
  /** Where the name and the logo lead. */
  readonly homeUrl?: string
  /** `wordmark`: the logo says the name itself. */
  readonly logo?: { readonly light: BrandAsset; readonly dark?: BrandAsset; readonly wordmark: boolean }
  readonly favicon?: BrandAsset
  readonly layout?: Layout
  readonly background?: Background
  /** What is said on the picture. */
  readonly pictureText?: SpokenText
  /** The colours of every scheme, for what is drawn without those properties: mails. */
  readonly palettes: Readonly<Record<Scheme, Palette>>
  /** Custom properties for every page; empty where nothing differs from the pages' own look. */
  readonly css: string
  readonly texts: BrandTexts
  readonly links: Partial<Readonly<Record<LinkName, LinkAddresses>>>
  /** The order of methods, by the groups of the wire. */
  readonly methods: { readonly login?: readonly string[]; readonly registration?: readonly string[] }
  /** Whether the pages say what they run on. */
  readonly attribution: boolean
  /** Whether people may choose between light and dark themselves. */
  readonly themeSwitch: boolean
}

/** The brands of one installation. */
export interface BrandBook {
  readonly main: Brand
  /** Those of projects that differ from it, by slug. */
  readonly projects: ReadonlyMap<string, Brand>
  /** Every picture of all of them, by path. */
  readonly images: ReadonlyMap<string, BrandImage>
}

/** The look of the pages as they come. */
export const plainBrand: Brand = Object.freeze({
  palettes: { light: paletteOf('light', {}), dark: paletteOf('dark', {}) },
  css: '',
  texts: {},
  links: {},
  methods: {},
  attribution: false,
  themeSwitch: true,
})
