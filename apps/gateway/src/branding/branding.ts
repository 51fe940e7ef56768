import { watch } from 'node:fs'
import { dirname } from 'node:path'
import { plainBook, readBrand, type BrandBook, type BrandImage, type TextRules } from '@gatehouse/config/brand'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { shippedCatalogues, overrideRules } from '@gatehouse/i18n/catalogues'
import { mailDocumentOf, type MessageBrand } from '@gatehouse/identity/service'
import type { Log } from '@gatehouse/platform/log'
import { createProjectBrands, type FileBrand, type ProjectBrands } from './project-brands.ts'
import { mailBrand } from './mail-brand.ts'
import { type PageBrand, pageBrand } from './page-brand.ts'

/** The section `brand` as it was written, and its file; without one the section is empty. */
export interface WrittenBrand {
  readonly document: unknown
  readonly file: string | undefined
}

/** The brands of this process, as they are at the moment. */
export interface Branding {
  /** The brand of a project, by its slug; `undefined`: of the public origin. `name` is used if the brand has none. */
  of(slug: string | undefined, name: string): PageBrand
  /** As `of`, for mails; the pages are at `origin`. `mails` are the texts that operators published. */
  ofMails(slug: string | undefined, name: string, origin: string, mails?: unknown): MessageBrand
  /** Returns a picture of a current brand, or of one that was replaced a moment ago. */
  image(path: string): BrandImage | undefined
  /** The brands that were published for projects; the file takes precedence. */
  readonly projects: ProjectBrands
  /** Publishes a brand for visitors; `undefined`: at the public origin. */
  publish(slug: string | undefined, document: Readonly<Record<string, unknown>>): void
  /** Returns the section as it was written, and the folder of its pictures. */
  readonly written: () => WrittenBrand
  /** Reads the file again. A faulty one changes nothing, and is logged. */
  reload(): void
  /** Reloads the file after each change in its folder, until `close`. */
  watch(): void
  close(): void
}

/** Returns the rules that check a brand's texts: the catalogues of this program. */
export function textRules(): TextRules {
  return overrideRules(shippedCatalogues())
}

/** The time between a change and reading the file, in milliseconds: editors write in several steps. */
const settleMs = 150

/**
 * Opens the brands of the configured file.
 * @throws ConfigError with everything that is wrong with it.
 */
export function openBranding(file: Config['brandFile'], log: Log): Branding {
  const first = file === undefined ? undefined : read(file)
  if (first?.kind === 'faulty') throw new ConfigError(first.faults)
  const none: FileBrand = { book: plainBook, document: {}, projects: {}, path: file?.path }
  let current: FileBrand = { ...none, ...first }
  let imagesBefore: BrandBook['images'] = new Map()
  let prepared = new Map<string, PageBrand>()
  let stopWatching: (() => void) | undefined

  function reload(): void {
    if (file === undefined) return
    const next = read(file)
    if (next.kind === 'faulty') {
      log.error({ faults: next.faults }, 'the brand is faulty; the pages keep the one before')
      return
    }
    if (fingerprint(next) === fingerprint(current)) return
    // Open pages refer to the pictures of the previous brand.
    imagesBefore = current.book.images
    current = { ...none, ...next }
    projects.forget()
    prepared = new Map()
    log.info({ file: file.path }, 'the brand was reloaded')
  }

  const projects = createProjectBrands(() => current, textRules, log)

  return {
    of: (slug, name) => {
      const key = JSON.stringify([slug, name])
      const known = prepared.get(key) ?? pageBrand(projects.of(slug), name)
      prepared.set(key, known)
      return known
    },
    ofMails: (slug, name, origin, mails) => mailBrand(projects.of(slug), name, origin, mailDocumentOf(mails)),
    image: (path) => current.book.images.get(path) ?? imagesBefore.get(path),
    projects,
    publish: (slug, document) => {
      projects.publish(slug, document)
      prepared = new Map()
    },
    written: () => ({ document: current.document, file: file?.path }),
    reload,
    watch: () => {
      if (file === undefined || stopWatching !== undefined) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const watcher = watch(dirname(file.path), () => {
        clearTimeout(timer)
        timer = setTimeout(reload, settleMs)
      })
      stopWatching = () => {
        clearTimeout(timer)
        watcher.close()
      }
    },
    close: () => stopWatching?.(),
  }
}

/** Returns a text that is equal for two readings without a visible difference. */
function fingerprint({ document, book }: Pick<FileBrand, 'document' | 'book'>): string {
  return JSON.stringify([document, [...book.projects], [...book.images.keys()]])
}

function read({ path, named }: NonNullable<Config['brandFile']>) {
  return readBrand(path, textRules(), named)
}
