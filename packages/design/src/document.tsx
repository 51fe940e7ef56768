import type { ReactNode } from 'react'
import type { Theme } from './theme.ts'

/** The language of a document, the direction of its text, and its colours. */
export interface DocumentLook {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly theme: Theme
}

/** The document around a page. `head`: its own elements. Without a look it is English, left to right. */
export function Document({
  look,
  head,
  children,
}: {
  readonly look: DocumentLook | undefined
  readonly head: ReactNode
  readonly children: ReactNode
}) {
  const theme = look === undefined || look.theme === 'system' ? undefined : look.theme
  return (
    <html lang={look?.language ?? 'en'} dir={look?.direction ?? 'ltr'} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {head}
      </head>
      <body>{children}</body>
    </html>
  )
}
