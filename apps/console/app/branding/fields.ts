import type { KeyPart } from '@gatehouse/i18n/translator'

/** The kind of a field: how it is drawn, and how its input is read. */
export type FieldKind = 'text' | 'colour' | 'file' | 'list' | 'number' | 'check' | 'choice' | 'spoken'

/** A setting that can be changed, by its path in the section `brand`. */
export interface BrandField {
  readonly path: string
  readonly kind: FieldKind
  /** Key of its name: `field.<label>` in the namespace `console_branding`. */
  readonly label: KeyPart<'console_branding', 'field.'>
  /** The use of a file. */
  readonly use?: 'logo' | 'favicon' | 'background' | 'font'
  /** The default value, which is not written. */
  readonly plain?: string
}

/** TABLE: the fields of the screen. A field of the kind `spoken` has a text for each language. */
// oxfmt-ignore
export const brandFields: readonly BrandField[] = [
  { path: 'name',                 kind: 'text',   label: 'name' },
  { path: 'logo.light',           kind: 'file',   label: 'logo',             use: 'logo' },
  { path: 'logo.dark',            kind: 'file',   label: 'logo_dark',        use: 'logo' },
  { path: 'logo.wordmark',        kind: 'check',  label: 'wordmark',         plain: 'off' },
  { path: 'favicon',              kind: 'file',   label: 'favicon',          use: 'favicon' },
  { path: 'tokens.accent.light',  kind: 'colour', label: 'accent' },
  { path: 'tokens.accent.dark',   kind: 'colour', label: 'accent_dark' },
  { path: 'tokens.surface.light', kind: 'colour', label: 'surface' },
  { path: 'tokens.surface.dark',  kind: 'colour', label: 'surface_dark' },
  { path: 'tokens.card.light',    kind: 'colour', label: 'card' },
  { path: 'tokens.card.dark',     kind: 'colour', label: 'card_dark' },
  { path: 'tokens.font',          kind: 'list',   label: 'font' },
  { path: 'font_file',            kind: 'file',   label: 'font_file',        use: 'font' },
  { path: 'tokens.radius',        kind: 'number', label: 'radius' },
  { path: 'tokens.density',       kind: 'choice', label: 'density',          plain: 'comfortable' },
  { path: 'buttons',              kind: 'choice', label: 'buttons',          plain: 'outline' },
  { path: 'layout',               kind: 'choice', label: 'layout',           plain: 'picture-right' },
  { path: 'background',           kind: 'choice', label: 'background',       plain: 'scene' },
  { path: 'background.light',     kind: 'file',   label: 'background_light', use: 'background' },
  { path: 'background.dark',      kind: 'file',   label: 'background_dark',  use: 'background' },
  { path: 'picture_text',         kind: 'spoken', label: 'picture_text' },
  { path: 'links.terms',          kind: 'spoken', label: 'terms' },
  { path: 'links.privacy',        kind: 'spoken', label: 'privacy' },
  { path: 'links.support',        kind: 'spoken', label: 'support' },
  { path: 'links.imprint',        kind: 'spoken', label: 'imprint' },
  { path: 'theme_switch',         kind: 'check',  label: 'theme_switch',     plain: 'on' },
  { path: 'attribution',          kind: 'check',  label: 'attribution',      plain: 'off' },
]

/** TABLE: the texts of the pages that the screen offers, by namespace and key; the form names them `text.<namespace>.<key>`. */
export const pageTexts = [
  { namespace: 'login', key: 'title', label: 'login_title' },
  { namespace: 'login', key: 'intro', label: 'login_description' },
  { namespace: 'registration', key: 'title', label: 'registration_title' },
  { namespace: 'registration', key: 'intro', label: 'registration_description' },
] as const satisfies readonly {
  readonly label: KeyPart<'console_branding', 'field.'>
  readonly [key: string]: string
}[]

/** Words of the fields that offer a choice. */
export const choices = {
  layout: ['picture-right', 'picture-left', 'full', 'card'],
  buttons: ['outline', 'soft', 'quiet'],
  density: ['compact', 'comfortable', 'spacious'],
  background: ['scene', 'plain', 'picture'],
} as const
