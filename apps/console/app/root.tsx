import '@gatehouse/font/inter.css'
import '@gatehouse/design/tokens.css'
import './layout/compact.css'
import '@gatehouse/design/base.css'
import { noteAddress, useKeptFocus } from '@gatehouse/design/browser'
import { Document, ProgressBar } from '@gatehouse/design/layout'
import { latinFont } from '@gatehouse/font/latin'
import { sendInTurn } from '@gatehouse/flow-form/send-in-turn'
import { type ReactNode, useCallback, useContext, useEffect } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import {
  type DataStrategyResult,
  Links,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_DataRouterContext,
  useHref,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router'
import { isRefusal } from './form/faults.ts'
import { keepUnanswered } from './form/unanswered.ts'
import { FailureView } from './failure/failure-view.tsx'
import { Gate } from './layout/gate-page.tsx'
import { type RootData, useRootData } from './page/root-data.ts'
import { consoleRequestOf } from './request/console-request.ts'
import { spokenLanguages, textsOf } from './text/language.server.ts'
import { needTexts } from './text/arrived-texts.ts'
import { partsOfPage } from './text/parts-of-page.ts'
import { Texts } from './text/texts.tsx'

export function loader({ context, pattern }: LoaderFunctionArgs): RootData {
  const { language, direction, theme, brand, requestId, nonce } = consoleRequestOf(context)
  return {
    language,
    direction,
    theme,
    brand: brand.name,
    requestId,
    nonce,
    languages: spokenLanguages(),
    texts: { language, resources: textsOf(language, partsOfPage(pattern)) },
  }
}

/** Script draws no page before its texts are loaded. If they cannot be fetched the browser opens the page itself. */
export const clientMiddleware: readonly MiddlewareFunction<Record<string, DataStrategyResult>>[] = [
  async ({ request, pattern }, next) => {
    const texts = needTexts(partsOfPage(pattern)).catch(() => {
      window.location.assign(request.url)
      // Nothing is drawn meanwhile.
      return new Promise<never>(() => {})
    })
    const sent = request.method === 'POST' ? request.clone() : undefined
    const [results] = await Promise.all([next(), texts])
    return keepUnanswered(results, sent)
  },
]

/** Language, theme and brand change only with a new document. */
export function shouldRevalidate() {
  return false
}

/** The document around every page and every failure; without data if the root's loader failed. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const root = useRootData()
  const head = (
    <>
      {/* The components' few styles of their own are admitted by it. */}
      <meta property="csp-nonce" nonce={root?.nonce} suppressHydrationWarning />
      {/* The browser waits a moment for it, so that no line of a list breaks anew. */}
      <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={latinFont} />
      <Links />
    </>
  )
  return (
    <Document look={root} head={head}>
      {root === undefined ? (
        children
      ) : (
        <Texts texts={root.texts}>
          <I18nProvider locale={root.language}>
            <Routed>{children}</Routed>
          </I18nProvider>
        </Texts>
      )}
      {root && (
        <script nonce={root.nonce} suppressHydrationWarning>
          {noteAddress}
        </script>
      )}
      <ScrollRestoration />
      {/* Named, since the router knows none in the browser: there it still preloads modules until it has taken over. */}
      <Scripts nonce={root?.nonce} />
    </Document>
  )
}

/** Links inside of the components go through the router. */
function Routed({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const go = useCallback((path: string) => void navigate(path), [navigate])
  return (
    // oxlint-disable-next-line react/hooks -- calls it as a hook, for each link
    <RouterProvider navigate={go} useHref={useHref}>
      {children}
    </RouterProvider>
  )
}

export default function Root() {
  // A form says itself that it is being sent.
  const { state, formMethod } = useNavigation()
  useKeptFocus(state !== 'idle')
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    return router && sendInTurn(router, state, isRefusal)
  }, [router, state])
  return (
    <>
      <ProgressBar busy={state === 'loading' && formMethod === undefined} />
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <Gate>
      <FailureView error={error} />
    </Gate>
  )
}
