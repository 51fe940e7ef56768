import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../finding.ts'
import { layerOf, layers } from '../layers.ts'
import { isModule } from '../source-tree.ts'
import { moduleWords, type Written } from './module-words.ts'
import { wordsOf } from './name-words.ts'
import { foreignNames, notJudged, retiredWords, type RetiredWord } from './retired-words.ts'

/**
 * Finds every use of a retired word in files and their paths. A name counts once in each file, a sentence each time.
 */
export function retiredWordsIn(root: string, files: readonly string[]): readonly Finding[] {
  return files.filter(isJudged).flatMap((path) => [...inPath(path), ...inText(path, () => read(root, path))])
}

/** Returns the part of the repository that a path is counted under: its layer's folder, its first folder, or `.`. */
export function areaOf(path: string): string {
  const layer = layerOf(path)
  const folder = layer === undefined ? undefined : layers[layer]?.folder
  return folder ?? (path.includes('/') ? (path.split('/')[0] ?? '.') : '.')
}

function isJudged(path: string): boolean {
  return !Object.keys(notJudged).some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
}

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

function inPath(path: string): readonly Finding[] {
  const found = retiredIn(path)
  return found === undefined ? [] : [objection(path, undefined, `the path says "${found.spelled}"`, found.word)]
}

function inText(path: string, textOf: () => string): readonly Finding[] {
  if (isModule(path)) {
    const text = textOf()
    const { names, sentences } = moduleWords(path, text)
    const lineOf = linesOf(text)
    return [...inNames(path, names, lineOf), ...sentences.flatMap((one) => inSentence(path, one, lineOf))]
  }
  if (path.endsWith('.md')) return inDocument(path, textOf(), /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g)
  if (path.endsWith('.css')) return inDocument(path, commentsOnly(textOf(), /\/\*[\s\S]*?\*\//g), undefined)
  if (/\.ya?ml$/.test(path)) return inDocument(path, commentsOnly(textOf(), /(?<=^|\s)#.*$/gm), undefined)
  return []
}

function inNames(path: string, names: readonly Written[], lineOf: LineOf): readonly Finding[] {
  const seen = new Set<string>()
  return names.flatMap(({ text, start }) => {
    if (seen.has(text) || Object.hasOwn(foreignNames, text)) return []
    seen.add(text)
    const found = retiredIn(text)
    return found === undefined ? [] : [objection(path, lineOf(start), `the name ${text}`, found.word)]
  })
}

function inSentence(path: string, { text, start }: Written, lineOf: LineOf): readonly Finding[] {
  return retiredWords.flatMap((word) => {
    if (word.prose === undefined) return []
    const every = new RegExp(word.prose.source, 'gi')
    return [...text.matchAll(every)].map((match) =>
      objection(path, lineOf(start + match.index), `"${match[0]}" in a sentence`, word),
    )
  })
}

/**
 * Finds words in sentences of a document; text that matches `quoted` (code, addresses of links) is no sentence of it.
 */
function inDocument(path: string, text: string, quoted: RegExp | undefined): readonly Finding[] {
  const sentences = quoted === undefined ? text : text.replaceAll(quoted, blank)
  return inSentence(path, { text: sentences, start: 0 }, linesOf(text))
}

// Blanks preserve the positions of all lines.
const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')

function commentsOnly(text: string, comment: RegExp): string {
  let kept = ''
  let end = 0
  for (const { 0: found, index } of text.matchAll(comment)) {
    kept += blank(text.slice(end, index)) + found
    end = index + found.length
  }
  return kept + blank(text.slice(end))
}

function retiredIn(name: string): { readonly word: RetiredWord; readonly spelled: string } | undefined {
  const spoken = ` ${wordsOf(name).join(' ')} `
  for (const word of retiredWords) {
    const spelled = word.names.find((one) => spoken.includes(` ${one} `))
    if (spelled !== undefined) return { word, spelled }
  }
  return undefined
}

function objection(path: string, line: number | undefined, what: string, { instead }: RetiredWord): Finding {
  return { path, ...(line !== undefined && { line }), message: `${what}; say instead: ${instead}` }
}

type LineOf = (offset: number) => number

function linesOf(text: string): LineOf {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
