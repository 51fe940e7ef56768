import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { controlPlaneDocument, identityDocument } from '@gatehouse/contract/openapi'
import { parseApi } from './api/openapi.ts'
import { renderApi } from './api/render-api.ts'
import { writeAssets } from './assets.ts'
import { brokenAnchors } from './anchors.ts'
import { decisionsPage } from './decisions.ts'
import { flowsPage } from './flows.ts'
import { frame } from './layout.ts'
import { createLinks } from './markdown/links.ts'
import { renderMarkdown } from './markdown/render-markdown.ts'
import type { Page } from './page.ts'
import { searchDocuments } from './search-documents.ts'
import { isDecision, readSources } from './sources.ts'

/** The origins of a gateway on the reader's own machine, as the documents name them. */
const origins = { pages: 'http://localhost:4455', console: 'http://localhost:4456' }

/**
 * Builds the site into a folder, which is replaced as a whole once everything is there.
 * @throws Error if a link leads nowhere, or the navigation lacks a document.
 */
export async function buildSite(root: string, output: string): Promise<readonly Page[]> {
  const repository = repositoryAddress(root)
  const pages = await allPages(root, repository)
  const broken = brokenAnchors(pages)
  if (broken.length > 0) throw new Error(broken.join('\n'))
  mkdirSync(dirname(output), { recursive: true })
  const folder = mkdtempSync(`${output}-`)
  try {
    await writeAssets(root, folder)
    for (const page of pages) {
      const file = join(folder, page.path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, await frame(page, repository))
    }
    writeFileSync(join(folder, 'search.json'), JSON.stringify(searchDocuments(pages)))
    // A temporary folder is for its owner alone; this one is served.
    chmodSync(folder, 0o755)
    rmSync(output, { recursive: true, force: true })
    renameSync(folder, output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return pages
}

/** Returns every page, in no order. */
export async function allPages(root: string, repository: string | undefined): Promise<readonly Page[]> {
  const sources = readSources(root)
  const links = createLinks(root, sources, repository)
  const documents = sources.map((source): Page => {
    const rendered = renderMarkdown(source.text, (href) => links.resolve(source, href))
    return { ...rendered, path: source.path, source: source.file, kind: source.kind }
  })
  const records = documents.filter(({ source = '' }) => isDecision(source))
  const apis = [
    { document: controlPlaneDocument(origins.console), folder: 'api/control-plane', served: '/openapi.json' },
    { document: identityDocument(origins.pages), folder: 'api/identity', served: '/openapi/identity.json' },
  ]
  const drawn = await Promise.all(
    apis.map(({ document, folder, served }) => renderApi(parseApi(JSON.stringify(document)), folder, served)),
  )
  return [...documents, decisionsPage(records), flowsPage(root), ...drawn.flat()]
}

function repositoryAddress(root: string): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly repository?: { readonly url: string }
  }
  return repository?.url.replace(/^git\+/, '').replace(/\.git$/, '')
}
