import { writeFile } from 'node:fs/promises'
import type { BrowserContext, TestInfo } from '@playwright/test'

/** The evidence of a test once it is over. */
export interface Evidence {
  /** Attaches it to a test: the requests, the messages, and each page as it stands. */
  leave(test: TestInfo): Promise<void>
}

/**
 * Notes the requests and messages of a browser context. It explains a failure without a trace, and costs next to
 * nothing beside one.
 */
export function gatherEvidence(context: BrowserContext): Evidence {
  const notes: string[] = []
  const began = Date.now()
  const note = (text: string) => void notes.push(`${String(Date.now() - began).padStart(6)} ms  ${text}`)
  context.on('response', (response) => {
    const request = response.request()
    if (isAsset(request.url()) && response.ok()) return
    const target = response.headers()['location']
    note(`${response.status()} ${request.method()} ${request.url()}${target === undefined ? '' : ` → ${target}`}`)
  })
  context.on('requestfailed', (request) => {
    note(`${request.failure()?.errorText ?? 'failed'} ${request.method()} ${request.url()}`)
  })
  context.on('console', (message) => note(`console.${message.type()}: ${message.text()}`))
  context.on('weberror', (failure) => note(`thrown: ${failure.error().message}`))
  return {
    async leave(test) {
      await keep(test, 'what-happened.txt', notes.join('\n'))
      for (const [index, page] of context.pages().entries()) {
        // A page on its way to another one has no content yet.
        const html = await page.content().catch((error: unknown) => `<!-- ${String(error)} -->`)
        await keep(test, `page-${index + 1}.html`, html)
      }
    },
  }
}

async function keep(test: TestInfo, name: string, content: string): Promise<void> {
  const path = test.outputPath(name)
  await writeFile(path, content)
  await test.attach(name, { path })
}

const isAsset = (url: string) => new URL(url).pathname.startsWith('/assets/')
