import { z } from 'zod'
import {
  address,
  colour,
  displayName,
  fileName,
  fonts,
  linkAddress,
  methodOrder,
  oneOf,
  radius,
  sentence,
  spokenText,
  yesOrNo,
} from './brand-values.ts'
import { buttonStyles, layouts } from './brand.ts'
import type { Rgb } from './colour.ts'
import type { Scheme } from './palette.ts'

/** The languages and texts against which a brand is checked. */
export interface TextRules {
  readonly languages: readonly string[]
  /** Returns the keys of a namespace in a language; undefined if the account pages have no such namespace. */
  readonly keysOf: (language: string, namespace: string) => ReadonlySet<string> | undefined
  readonly namespaces: readonly string[]
  /** Returns the faults of a replacement text, as words that follow the key. */
  readonly problemsOf: (language: string, namespace: string, key: string, text: string) => readonly string[]
}

/** A section with exactly these keys. */
function section<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = `use one of ${Object.keys(shape).join(', ')}`
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? sentence('is not known here', known)
        : sentence('is no list of keys and values', known),
  })
}

/** One value for both schemes, or one for each: `{ light, dark }`. */
function bySchemes<Value>(one: z.ZodType<Value>) {
  const both = section({ light: one.optional(), dark: one.optional() })
  return z.unknown().transform((given, context): Partial<Record<Scheme, Value>> => {
    const isList = typeof given === 'object' && given !== null && !Array.isArray(given)
    const read = isList ? both.safeParse(given) : one.safeParse(given)
    if (read.success) return isList ? (read.data as Partial<Record<Scheme, Value>>) : { light: read.data as Value }
    for (const { message, path } of read.error.issues) context.addIssue({ code: 'custom', message, path: [...path] })
    return z.NEVER
  })
}

const imageOfSchemes = section({ light: fileName, dark: fileName.optional() })

/**
 * Returns the shape of the section `brand` of gatehouse.yml. `texts` are checked separately: their keys are the
 * catalogues'.
 */
export function brandShape({ languages }: TextRules) {
  const link = linkAddress(languages).optional()
  return section({
    name: displayName.optional(),
    home: address.optional(),
    logo: section({ light: fileName, dark: fileName.optional(), wordmark: yesOrNo.optional() }).optional(),
    favicon: fileName.optional(),
    layout: oneOf(layouts).optional(),
    picture_text: spokenText(languages).optional(),
    font_file: fileName.optional(),
    buttons: oneOf(buttonStyles).optional(),
    background: z
      .union([z.literal('plain'), z.literal('scene'), imageOfSchemes], {
        error: () =>
          sentence(
            'is neither a word nor pictures',
            'use plain, scene, or light (and dark) with the name of a picture each',
          ),
      })
      .optional(),
    tokens: section({
      accent: bySchemes<Rgb>(colour).optional(),
      surface: bySchemes<Rgb>(colour).optional(),
      card: bySchemes<Rgb>(colour).optional(),
      radius: radius.optional(),
      font: fonts.optional(),
      density: oneOf(['compact', 'comfortable', 'spacious']).optional(),
    }).optional(),
    texts: z.unknown().optional(),
    links: section({ terms: link, privacy: link, support: link, imprint: link }).optional(),
    methods: section({ login: methodOrder.optional(), registration: methodOrder.optional() }).optional(),
    attribution: yesOrNo.optional(),
    theme_switch: yesOrNo.optional(),
  })
}

/** A brand as it was written, each value understood. */
export type WrittenBrand = z.output<ReturnType<typeof brandShape>>

/** A brand's values for colours, corners, fonts and spacing. */
export type WrittenTokens = NonNullable<WrittenBrand['tokens']>
