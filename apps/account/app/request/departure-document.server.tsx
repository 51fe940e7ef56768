import { renderToStaticMarkup } from 'react-dom/server'
import { isAppAddress } from './app-address.ts'
import type { PageRequest } from './page-request.ts'

/** Longer than a browser takes for the redirect: the link is for browsers that do not follow it. */
const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { display: grid; min-block-size: 90vh; text-align: center; place-items: center; animation: appear 0s 1s both }
@keyframes appear { from { visibility: hidden } }
`

/** Returns a page that redirects without script. */
export function departureDocument(to: string, { t, language, direction, nonce }: PageRequest): string {
  const page = (
    <html lang={language} dir={direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
        <title>{t('common:departure.title')}</title>
        <style nonce={nonce}>{styles}</style>
      </head>
      <body>
        <main>
          {isAppAddress(to) ? (
            <div>
              <p>{t('common:departure.text')}</p>
              <a href={to}>{t('common:departure.again')}</a>
            </div>
          ) : (
            <a href={to}>{t('common:departure.go_on')}</a>
          )}
        </main>
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
