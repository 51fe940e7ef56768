import '@gatehouse/font/inter.css'
import '@gatehouse/design/tokens.css'
import '@gatehouse/design/base.css'
import type { ReactNode } from 'react'
import { useKeptFocus } from '@gatehouse/design/browser'
import { Document, ProgressBar } from '@gatehouse/design/layout'
import { Links, Outlet, Scripts, ScrollRestoration, useNavigation } from 'react-router'
import type { Route } from './+types/root.ts'
import { FailurePage } from './failure/failure-page.tsx'
import { BrandStyles, InlineStyles } from './enhance/page-styles.tsx'
import { ScriptsAfterPaint } from './layout/scripts-after-paint.tsx'
import { ScrollOnReturn } from './layout/scroll-on-return.tsx'
import { type RootData, useRootData } from './request/root-data.ts'
import { pageRequestOf } from './request/page-request.ts'
import { rootDataOf } from './request/root-data.server.ts'
import { Texts } from './text/texts.tsx'

export function loader({ url, context }: Route.LoaderArgs): Promise<RootData> {
  return rootDataOf(pageRequestOf(context), url.pathname)
}

// In development React compares the hydrated markup attribute by attribute, including the nonce.
const nonceSeen =
  import.meta.env.DEV && typeof document !== 'undefined'
    ? document.querySelector<HTMLElement>('[nonce]')?.nonce
    : undefined

/** Language, theme and brand change only with a new document. */
export function shouldRevalidate() {
  return false
}

/** The document around every page and every failure; without data if the root's loader failed. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const root = useRootData()
  const head = (
    <>
      {import.meta.env.DEV ? <Links nonce={nonceSeen} /> : <InlineStyles />}
      <BrandStyles />
      {root?.brand.favicon && <link rel="icon" {...root.brand.favicon} />}
    </>
  )
  return (
    <Document look={root} head={head}>
      {root === undefined ? children : <Texts texts={root.texts}>{children}</Texts>}
      {import.meta.env.DEV ? <ScrollRestoration /> : <ScrollOnReturn />}
      {import.meta.env.DEV ? <Scripts /> : <ScriptsAfterPaint />}
    </Document>
  )
}

export default function Root() {
  // A form says itself that it is being sent.
  const { state, formMethod } = useNavigation()
  useKeptFocus(state !== 'idle')
  return (
    <>
      <ProgressBar busy={state === 'loading' && formMethod === undefined} />
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailurePage error={error} />
}
