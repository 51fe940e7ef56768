import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { type PageTexts, parseTexts, textsOfPage } from './page-texts.ts'
import { TextContext, type TextSource } from './text-source.ts'

/** Makes the texts of a page available to `useText`, alike on the server and in the browser. */
export function Texts({ texts, children }: { readonly texts: PageTexts; readonly children: ReactNode }) {
  const [first] = useState(() => start(texts))
  const source = useSyncExternalStore(
    subscribe,
    () => later ?? first,
    () => first,
  )
  return <TextContext value={source}>{children}</TextContext>
}

let came: PageTexts | undefined
let later: TextSource | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function start(texts: PageTexts): TextSource {
  if (typeof document !== 'undefined') {
    came = texts
    // A missing text is reported by i18next, so in development it starts at once.
    if (texts.reportMissing) void needTexts(Object.keys(parseTexts(texts.resources)))
  }
  return textsOfPage(texts)
}

/**
 * Sees to it that a page's texts are there before script draws it. Brings in i18next when a page needs texts that did
 * not come with the first one.
 */
export async function needTexts(namespaces: readonly string[]): Promise<void> {
  if (came === undefined) return
  const { reportMissing } = came
  const resources = parseTexts(came.resources)
  if (!reportMissing && namespaces.every((namespace) => namespace in resources)) return
  const { loadTexts } = await import('./i18next-texts.ts')
  later = await loadTexts(came, namespaces)
  for (const listener of listeners) listener()
}
