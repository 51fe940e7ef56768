import { type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import type { PageTexts } from './page-texts.ts'
import { textsOfPage } from './page-texts.ts'
import { TextContext, type TextSource } from './text-source.ts'

/** Makes texts available to `useText` in the browser. The server has given them around the tree already. */
export function Texts({ texts, children }: { readonly texts: PageTexts; readonly children: ReactNode }) {
  const given = useContext(TextContext)
  const [first] = useState(() => (typeof document === 'undefined' ? given : start(texts)))
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
  came = texts
  // A missing text is reported by i18next, so in development it starts at once.
  if (texts.reportMissing) void needTexts(Object.keys(texts.resources))
  return textsOfPage(texts)
}

/**
 * Sees to it that a page's texts are there before script draws it. Brings in i18next when a page needs texts that did
 * not come with the first one.
 */
export async function needTexts(namespaces: readonly string[]): Promise<void> {
  if (came === undefined) return
  const { resources, reportMissing } = came
  if (!reportMissing && namespaces.every((namespace) => namespace in resources)) return
  const { loadTexts } = await import('./i18next-texts.ts')
  later = await loadTexts(came, namespaces)
  for (const listener of listeners) listener()
}
