import type { Overrides } from '@gatehouse/i18n/catalogues'

/** A picture, by paths on this origin. `dark` is shown in the dark scheme; without it `light` is shown in both. */
export interface BrandPicture {
  readonly light: string
  readonly dark?: string | undefined
}

/** Addresses that pages show, in the order in which they show them. */
export const brandLinks = ['terms', 'privacy', 'support', 'imprint'] as const
/** The key of an address below `brand.links` in gatehouse.yml. */
export type BrandLink = (typeof brandLinks)[number]

/** The order of the methods of a form, by the groups of the wire. */
export interface MethodOrders {
  readonly login?: readonly string[] | undefined
  readonly registration?: readonly string[] | undefined
}

/** The position of the picture: beside the form, behind it, or none. */
export type BrandLayout = 'picture-right' | 'picture-left' | 'full' | 'card'

/** The operator's brand on every page. An absent setting keeps the pages' default. */
export interface Brand {
  readonly name: string
  /** The target of the name's link. Defaults to the welcome page. */
  readonly homeUrl?: string | undefined
  /** Beside the name, or instead of it if the picture contains it (`wordmark`). */
  readonly logo?: (BrandPicture & { readonly wordmark: boolean }) | undefined
  readonly favicon?: { readonly href: string; readonly type: string } | undefined
  /** The picture if the window is wide enough. `land`: drawn, without our gate. */
  readonly background?: 'plain' | 'land' | BrandPicture | undefined
  /** Default: beside the form, at the end of the line. */
  readonly layout?: BrandLayout | undefined
  /** The text on the picture: one for all languages, or one for each. */
  readonly pictureText?: string | Readonly<Record<string, string>> | undefined
  /** One address for all languages, or one for each. */
  readonly links?: Partial<Readonly<Record<BrandLink, string | Readonly<Record<string, string>>>>> | undefined
  readonly methods?: MethodOrders | undefined
  /** Whether pages name the product. */
  readonly attribution?: boolean | undefined
  /** False if people may not choose between light and dark themselves. */
  readonly themeSwitch?: boolean | undefined
  /** Custom properties, as a stylesheet; trusted: it is written into the page as it is. */
  readonly css?: string | undefined
  /** Texts that replace those of the catalogues. */
  readonly texts?: Overrides | undefined
  /** Another one whenever any of this is another: pages that were drawn for one brand are not shown for the next. */
  readonly version?: string | undefined
}

/** The part of a brand that is sent with a page, in the visitor's language; absent settings are omitted. */
export interface ShownBrand {
  readonly name: string
  readonly homeUrl?: string
  readonly logo?: BrandPicture & { readonly wordmark: boolean }
  readonly favicon?: { readonly href: string; readonly type: string }
  readonly background?: 'plain' | 'land' | BrandPicture
  readonly layout?: BrandLayout
  readonly pictureText?: string
  readonly links?: readonly { readonly name: BrandLink; readonly href: string }[]
  readonly methods?: MethodOrders
  readonly attribution?: true
  readonly themeSwitch?: false
}
