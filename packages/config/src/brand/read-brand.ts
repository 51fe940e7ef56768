import { basename, dirname } from 'node:path'
import { z } from 'zod'
import type { ConfigFault } from '../config-error.ts'
import { readYaml } from '../read-yaml.ts'
import { type Brand, type BrandBook, type BrandImage, plainBrand } from './brand.ts'
import type { TextRules } from './brand-shape.ts'
import { parseBrand } from './parse-brand.ts'

/** The brands of a file, or everything that is wrong with it. `document` is the section as it was written. */
export type ReadBrand =
  | {
      readonly kind: 'sound'
      readonly book: BrandBook
      readonly document: Readonly<Record<string, unknown>>
      /** The differences of projects, by slug, as they were written. */
      readonly projects: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'faulty'; readonly faults: readonly ConfigFault[] }

/** The brands if no file sets anything. */
export const plainBook: BrandBook = { main: plainBrand, projects: new Map(), images: new Map() }

const tree = z.record(z.string(), z.unknown())
const slug = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads the section `brand` of a file. `required`: a file without one is a fault, for it was named for its brand.
 */
export function readBrand(file: string, rules: TextRules, required = false): ReadBrand {
  const name = basename(file)
  const faulty = (wrong: string, fix: string): ReadBrand => ({
    kind: 'faulty',
    faults: [{ subject: file, wrong, fix }],
  })
  const read = readYaml(file)
  if (read.kind === 'faulty') return faulty(read.wrong, read.fix)
  const entries = tree.safeParse(read.content)
  if (!entries.success) return faulty('is no list of keys and values', 'begin it with the line "brand:"')
  const section = entries.data['brand']
  if (section === undefined || section === null) {
    if (required)
      return faulty(
        'has no key brand',
        'begin it with the line "brand:", and write what is below it further to the right',
      )
    return { kind: 'sound', book: plainBook, document: {}, projects: {} }
  }
  return readSection(section, { subject: `${name}: brand`, folder: dirname(file), rules })
}

function readSection(section: unknown, source: Parameters<typeof parseBrand>[1]): ReadBrand {
  const { projects = {}, ...document } = tree.safeParse(section).data ?? {}
  const main = parseBrand(tree.safeParse(section).success ? document : section, source)
  if (main.kind === 'faulty') return main
  const given = tree.safeParse(projects)
  const subject = `${source.subject}.projects`
  if (!given.success) {
    return {
      kind: 'faulty',
      faults: [
        {
          subject,
          wrong: 'is no list of projects',
          fix: 'write the slug of a project, and below it what is different there',
        },
      ],
    }
  }
  const faults: ConfigFault[] = []
  const images: BrandImage[] = [...main.images]
  const brands = new Map<string, Brand>()
  // A project does not inherit the name.
  const { name: _, ...shared } = document
  for (const [key, own] of Object.entries(given.data)) {
    const at = `${subject}.${key}`
    if (!slug.test(key))
      faults.push({
        subject: at,
        wrong: 'is no slug of a project',
        fix: 'use the name that stands in the address of the project',
      })
    const parsed = parseBrand(mergedBrand(shared, own), { ...source, subject: at })
    if (parsed.kind === 'faulty') faults.push(...parsed.faults)
    else {
      brands.set(key, parsed.brand)
      images.push(...parsed.images)
    }
  }
  if (faults.length > 0) return { kind: 'faulty', faults }
  const book = { main: main.brand, projects: brands, images: new Map(images.map((image) => [image.path, image])) }
  return { kind: 'sound', book, document, projects: given.data }
}

/** Merges one section over another: lists of keys are joined, everything else is replaced. */
export function mergedBrand(below: unknown, above: unknown): unknown {
  const one = tree.safeParse(below)
  const other = tree.safeParse(above)
  if (!one.success || !other.success) return above === undefined ? below : above
  const keys = new Set([...Object.keys(one.data), ...Object.keys(other.data)])
  return Object.fromEntries([...keys].map((key) => [key, mergedBrand(one.data[key], other.data[key])]))
}
