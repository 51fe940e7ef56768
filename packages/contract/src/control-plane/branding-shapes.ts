import { z } from 'zod'

import { timestamp } from './fields.ts'
import { actor } from './project-shapes.ts'

/** The two documents that decide how a project looks and writes. Each is drafted, published and restored separately. */
export const brandingParts = ['brand', 'mails'] as const
/** One of them. */
export type BrandingPart = (typeof brandingParts)[number]

const largestDocument = 256 * 1024

/** A document as it is written: the section `brand` of gatehouse.yml, or texts of mails by template and language. */
export const brandingDocument = z
  .record(z.string(), z.unknown())
  .refine((document) => JSON.stringify(document).length <= largestDocument, 'it has more than 256 KiB')

/** A fault of a document. `suggestion`: a colour that would pass. */
const brandingFault = z.object({ path: z.string(), reason: z.string(), suggestion: z.string().optional() })

/** Two colours that are read on one another. */
const measuredPair = z.object({
  scheme: z.enum(['light', 'dark']),
  use: z.string(),
  ink: z.string(),
  ground: z.string(),
  ink_colour: z.string(),
  ground_colour: z.string(),
  ratio: z.number(),
  least: z.number(),
  passes: z.boolean(),
})

/** Unpublished changes. `base`: the version from which they started; empty: there was none. */
const draft = z
  .object({
    document: brandingDocument,
    version: z.int().positive(),
    base: z.string(),
    updated_at: timestamp,
    actor,
  })
  .meta({ id: 'BrandingDraft' })

/** The look or the mails of a project: the current version, the draft, and the values that a file fixes. */
export const branding = z
  .object({
    /** Of the version that people see; empty: there was none yet. */
    version: z.string(),
    published: brandingDocument,
    draft: draft.nullable(),
    /** The values of gatehouse.yml: they take precedence over both. */
    fixed: brandingDocument,
    fixed_in: z.string().nullable(),
    /** Of the draft, or else of the published version; the file's values included. */
    faults: z.array(brandingFault),
    contrast: z.array(measuredPair),
  })
  .meta({ id: 'Branding' })

/** A published version, and the keys in which it differs from the version before. */
export const brandingVersion = z
  .object({
    id: z.string(),
    made_by: z.string(),
    actor: actor.nullable(),
    is_current: z.boolean(),
    created_at: timestamp,
    changed: z.array(z.string()),
  })
  .meta({ id: 'BrandingVersion' })

/** The same with the document. */
export const brandingVersionDocument = brandingVersion
  .extend({ document: brandingDocument })
  .meta({ id: 'BrandingVersionDocument' })

/** A stored file; documents name it by `name`. */
export const brandingAsset = z
  .object({ name: z.string(), file_name: z.string(), media_type: z.string(), size: z.int() })
  .meta({ id: 'BrandingAsset' })

/** The texts of a mail. Empty ones keep their defaults. */
export const mailTexts = z
  .object({
    subject: z.string().optional(),
    heading: z.string().optional(),
    body: z.string().optional(),
    button: z.string().optional(),
    closing: z.string().optional(),
    text: z.string().optional(),
  })
  .meta({ id: 'MailTexts' })

/** A kind of mail: the variables of its texts, the required ones, and its default texts. */
export const mailTemplate = z
  .object({
    name: z.string(),
    variables: z.array(z.string()),
    required: z.array(z.string()),
    has_button: z.boolean(),
    built_in: mailTexts,
  })
  .meta({ id: 'MailTemplate' })
