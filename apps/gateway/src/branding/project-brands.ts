import { dirname } from 'node:path'
import {
  measureTokens,
  mergedBrand,
  parseBrand,
  type Brand,
  type BrandBook,
  type DrawnPair,
  type TextRules,
} from '@gatehouse/config/brand'
import type { ConfigFault } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'

/** The brands in the file, as they were written. */
export interface FileBrand {
  readonly book: BrandBook
  readonly document: Readonly<Record<string, unknown>>
  readonly projects: Readonly<Record<string, unknown>>
  readonly path: string | undefined
}

type Tree = Readonly<Record<string, unknown>>

/** The result of checking an operator's brand together with the file. */
export interface TriedBrand {
  /** Absent: the brand cannot be used. */
  readonly brand: Brand | undefined
  readonly faults: readonly ConfigFault[]
  readonly contrast: readonly DrawnPair[]
  /** The part of the project's brand that the file sets. */
  readonly fixed: Tree
}

/** The brands of projects: the published one of each, overridden by the file. */
export interface ProjectBrands {
  /** `undefined`: of the public origin. */
  of(slug: string | undefined): Brand
  /** Publishes a brand for a project; empty: the project has no separate brand. */
  publish(slug: string | undefined, document: Tree): void
  /** Checks a brand without publishing it. */
  try(slug: string | undefined, document: Tree): TriedBrand
  /** Discards cached brands after the file changed. */
  forget(): void
}

/** Creates the brands. Published values that are invalid with the current file are omitted, and logged. */
export function createProjectBrands(file: () => FileBrand, rules: () => TextRules, log: Log): ProjectBrands {
  const published = new Map<string | undefined, Tree>()
  const made = new Map<string | undefined, Brand>()

  function fixedOf(slug: string | undefined): Tree {
    const { document, projects } = file()
    if (slug === undefined) return document
    // A project does not inherit the name.
    const { name: _, ...shared } = document
    const own = mergedBrand(shared, projects[slug])
    return typeof own === 'object' && own !== null ? { ...own } : {}
  }

  function fromFile(slug: string | undefined): Brand {
    const { book } = file()
    if (slug === undefined) return book.main
    const { name: _, ...rest } = book.main
    return book.projects.get(slug) ?? rest
  }

  function tried(slug: string | undefined, document: Tree): TriedBrand {
    const fixed = fixedOf(slug)
    const own = parseBrand(document, { subject, rules: rules() })
    const merged = mergedBrand(document, fixed)
    const { path } = file()
    const folder = path === undefined ? undefined : dirname(path)
    const whole = parseBrand(merged, { subject, folder, mayBeStored: true, rules: rules() })
    const faults = [own, whole].flatMap((one) => (one.kind === 'faulty' ? one.faults : []))
    const tokens = typeof merged === 'object' && merged !== null ? Reflect.get(merged, 'tokens') : undefined
    return {
      brand: own.kind === 'sound' && whole.kind === 'sound' ? whole.brand : undefined,
      faults: faults.filter(
        (one, at) => faults.findIndex(({ subject: same, wrong }) => same === one.subject && wrong === one.wrong) === at,
      ),
      contrast: measureTokens(tokens, rules()) ?? [],
      fixed,
    }
  }

  function make(slug: string | undefined): Brand {
    const document = published.get(slug)
    if (document === undefined || Object.keys(document).length === 0) return fromFile(slug)
    const { brand, faults } = tried(slug, document)
    if (brand !== undefined) return brand
    log.error(
      { project: slug, faults },
      'the published brand cannot be used with the file; the pages have that of the file',
    )
    return fromFile(slug)
  }

  return {
    of: (slug) => {
      const known = made.get(slug) ?? make(slug)
      made.set(slug, known)
      return known
    },
    publish: (slug, document) => {
      published.set(slug, document)
      made.delete(slug)
    },
    try: tried,
    forget: () => made.clear(),
  }
}

const subject = 'brand'
