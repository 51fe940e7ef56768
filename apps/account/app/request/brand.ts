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

/** Where the picture is: beside the form, behind it, or nowhere. */
export type BrandLayout = 'picture-right' | 'picture-left' | 'full' | 'card'

/** How the operator's product introduces itself on every page. What is absent stays as the pages have it themselves. */
export interface Brand {
  readonly name: string
  /** Where the name leads. Defaults to the welcome page. */
  readonly homeUrl?: string | undefined
  /** Beside the name, or instead of it where the picture says it (`wordmark`). */
  readonly logo?: (BrandPicture & { readonly wordmark: boolean }) | undefined
  readonly favicon?: { readonly href: string; readonly type: string } | undefined
  /** The picture where the window is wide enough. `land`: drawn, without the gate that is ours. */
  readonly background?: 'plain' | 'land' | BrandPicture | undefined
  /** Default: beside the form, at the end of the line. */
  readonly layout?: BrandLayout | undefined
  /** What is said on the picture: for everybody, or for each language. */
  readonly pictureText?: string | Readonly<Record<string, string>> | undefined
  /** One address for everybody, or one for each language. */
  readonly links?: Partial<Readonly<Record<BrandLink, string | Readonly<Record<string, string>>>>> | undefined
  readonly methods?: MethodOrders | undefined
  /** Whether pages say what they run on. */
  readonly attribution?: boolean | undefined
  /** False where people may not choose between light and dark themselves. */
  readonly themeSwitch?: boolean | undefined
  /** Custom properties, as a stylesheet; trusted: it is written into the page as it is. */
  readonly css?: string | undefined
  /** Texts that are said instead of the catalogues' own. */
  readonly texts?: Overrides | undefined
  /** Another one whenever any of this is another: pages that were drawn for one brand are not shown for the next. */
  readonly version?: string | undefined
}

/** What of a brand travels with a page, in the visitor's language; nothing of what is absent. */
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
