import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../pack/published.ts'
import { snippetsOf } from '../checks/snippets/snippet.ts'

/** The commands and samples of a document that a test runs, each as the page has it. */
export interface Manual {
  /** Takes the only remaining one that begins so. Throws if there is none, or more than one. */
  readonly take: (beginning: string) => string
  /** Takes a block of settings or data that begins so. */
  readonly block: (beginning: string) => string
  /** Those that were not taken, in their order. */
  readonly left: () => readonly string[]
}

const programs = 'gatehouse|npm|npx|node|openssl|sqlite3|psql|pg_dump|pg_restore|curl|podman|docker|systemctl'
/** A program with an argument or settings before it, an address of a mail server or of `/dev`, or a body for one. */
const isSample = new RegExp(`^(?:(?:[A-Z_]+=\\S+ )*(?:${programs}) \\S|smtps?://|…\\?|/dev/|\\{"(?:to|reset)|POST \\{)`)

/** Returns each command and sample of a document once, word for word: lines of blocks, and code within sentences. */
export function samplesOf(document: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const blocks = snippetsOf(document, text)
  const lines = blocks.flatMap(({ language, code }) => {
    if (language !== 'sh' && language !== 'sql') return []
    return code
      .trim()
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, ''))
  })
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => isSample.test(code))
  return [...new Set([...lines, ...spans])]
}

/** Reads a document. `except`: what its test does not run. */
export function openManual(document: string, except: readonly string[]): Manual {
  const left = samplesOf(document).filter((one) => !except.includes(one))
  const blocks = snippetsOf(document, readFileSync(join(root, document), 'utf8'))
  return {
    left: () => left,
    take(beginning) {
      const exact = left.filter((one) => one === beginning)
      const found = exact.length > 0 ? exact : left.filter((one) => one.startsWith(beginning))
      const [only] = found
      if (only === undefined || found.length > 1)
        throw new Error(`${document} has ${found.length} samples that begin with ${beginning}:\n${left.join('\n')}`)
      left.splice(left.indexOf(only), 1)
      return only
    },
    block(beginning) {
      const found = blocks.filter(({ code }) => code.startsWith(beginning))
      if (found.length !== 1) throw new Error(`${document} has ${found.length} blocks that begin with ${beginning}`)
      return found[0]?.code ?? ''
    },
  }
}
