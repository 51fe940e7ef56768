import { paletteOf, type Palette, type Scheme } from './palette.ts'

export { writeColour } from './colour.ts'
export type { Palette } from './palette.ts'

/** A picture or a font of a brand, as it is served: at a path that changes with its content. */
export interface BrandAsset {
  /** `/brand/{hash}.{type}` */
  readonly path: string
  readonly mediaType: string
}

/** A picture that was read from a file. */
export interface BrandImage extends BrandAsset {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Addresses that a brand may show, in the order in which it shows them. */
export const linkNames = ['terms', 'privacy', 'support', 'imprint'] as const

/** The name of such an address. */
export type LinkName = (typeof linkNames)[number]

/** One address for all languages, or one for each; people of other languages get the English one, or the first. */
export type LinkAddresses = string | Readonly<Record<string, string>>

/**
 * The position of the picture: beside the form, behind everything with the form on a card, or none with a centred card.
 */
export const layouts = ['picture-right', 'picture-left', 'full', 'card'] as const
/** A layout; the default is the first one. */
export type Layout = (typeof layouts)[number]

/** The style of secondary buttons. */
export const buttonStyles = ['outline', 'soft', 'quiet'] as const
/** A style; the default is the first one. */
export type ButtonStyle = (typeof buttonStyles)[number]

/** One text for all languages, or one for each; people of other languages get the English one, or the first. */
export type SpokenText = string | Readonly<Record<string, string>>

/** Texts by language, namespace and key. */
export type BrandTexts = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** The background beside the form, on wide screens. Absent: the drawn scene. */
export type Background =
  | { readonly kind: 'plain' }
  | { readonly kind: 'image'; readonly light: BrandAsset; readonly dark?: BrandAsset }

/** The look and the texts of an operator's account pages: validated, and ready to be drawn. */
export interface Brand {
  readonly name?: string
  /** The target of the link on the name and the logo. */
  readonly homeUrl?: string
  /** `wordmark`: the logo contains the name. */
  readonly logo?: { readonly light: BrandAsset; readonly dark?: BrandAsset; readonly wordmark: boolean }
  readonly favicon?: BrandAsset
  readonly layout?: Layout
  readonly background?: Background
  /** The text on the picture. */
  readonly pictureText?: SpokenText
  /** The colours of every scheme, for mails, which cannot use custom properties. */
  readonly palettes: Readonly<Record<Scheme, Palette>>
  /** Custom properties for every page; empty if nothing differs from the default look. */
  readonly css: string
  readonly texts: BrandTexts
  readonly links: Partial<Readonly<Record<LinkName, LinkAddresses>>>
  /** The order of methods, by the groups of the wire. */
  readonly methods: { readonly login?: readonly string[]; readonly registration?: readonly string[] }
  /** Whether the pages name the product. */
  readonly attribution: boolean
  /** Whether visitors may switch between light and dark. */
  readonly themeSwitch: boolean
}

/** The brands of one installation. */
export interface BrandBook {
  readonly main: Brand
  /** The brands of projects that differ from it, by slug. */
  readonly projects: ReadonlyMap<string, Brand>
  /** Every picture of all of them, by path. */
  readonly images: ReadonlyMap<string, BrandImage>
}

/** The default look of the pages. */
export const plainBrand: Brand = Object.freeze({
  palettes: { light: paletteOf('light', {}), dark: paletteOf('dark', {}) },
  css: '',
  texts: {},
  links: {},
  methods: {},
  attribution: false,
  themeSwitch: true,
})
