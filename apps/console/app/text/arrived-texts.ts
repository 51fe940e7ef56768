import { catalogueOf, partOf, type TextPart } from './text-part.ts'

type Texts = Readonly<Record<string, string>>

/** The parts of the catalogues that a browser has loaded. Texts are kept for as long as the document is. */
const catalogues = new Map<string, Texts>()
const parts = new Set<string>()
const whole = new Map<string, Promise<void>>()
let spoken: string | undefined

/** Keeps the texts that came with the document. */
export function keepTexts(language: string, came: Readonly<Record<string, Texts>>): void {
  spoken = language
  for (const [namespace, texts] of Object.entries(came)) {
    keep(namespace, texts)
    for (const key of Object.keys(texts)) parts.add(partOf(namespace, key))
  }
}

/** A text that is here. */
export function arrivedText(namespace: string, key: string): string | undefined {
  return catalogues.get(namespace)?.[key]
}

/**
 * Loads parts of the catalogues before script draws a page: texts that did not come with the document are fetched, a
 * catalogue at a time, once. Rejects if the server cannot be reached.
 */
export async function needTexts(needed: readonly TextPart[]): Promise<void> {
  const language = spoken
  if (language === undefined) return
  const missing = new Set(needed.filter((part) => !parts.has(part)).map(catalogueOf))
  await Promise.all([...missing].map((namespace) => fetchOnce(language, namespace)))
}

function fetchOnce(language: string, namespace: string): Promise<void> {
  const fetching = whole.get(namespace) ?? fetchTexts(language, namespace)
  whole.set(namespace, fetching)
  // The next page that needs them asks again.
  fetching.catch(() => whole.delete(namespace))
  return fetching
}

async function fetchTexts(language: string, namespace: string): Promise<void> {
  const answer = await fetch(`/locales/${language}/${namespace}.json`)
  if (!answer.ok) throw new Error(`${namespace} in ${language} was answered by ${answer.status}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a catalogue of this very program
  const texts = (await answer.json()) as Texts
  keep(namespace, texts)
  for (const key of Object.keys(texts)) parts.add(partOf(namespace, key))
}

function keep(namespace: string, texts: Texts): void {
  catalogues.set(namespace, { ...catalogues.get(namespace), ...texts })
}
