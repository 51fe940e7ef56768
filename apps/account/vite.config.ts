import { reactRouter } from '@react-router/dev/vite'
import { dictionary } from '@zxcvbn-ts/language-common'
import { defineConfig, type Plugin } from 'vite'

/** The order of the layers, before any style: whichever file a bundle puts first, it must not decide the order. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer tokens, base, parts, page;\n${code}` : undefined),
}

/**
 * The most used passwords alone. Forty thousand of them, and the words for rolling dice, would be seven times as much to
 * fetch, and change few judgements.
 */
const fewerPasswords: Plugin = {
  name: 'fewer-passwords',
  enforce: 'pre',
  load: (id) => {
    const list = /language-common\/dist\/(passwords|diceware)\.json\.mjs$/.exec(id)?.[1]
    if (list === undefined) return undefined
    const kept = list === 'passwords' ? dictionary['passwords-common'].slice(0, 10_000) : []
    return `export default ${JSON.stringify(kept.join('\n'))}.split('\\n')`
  },
}

export default defineConfig({
  plugins: [layerOrder, fewerPasswords, reactRouter()],
  // Shared with the process that mounts the pages: a second copy would not recognize the first one's errors.
  ssr: { external: ['@gatehouse/client', '@gatehouse/contract', '@gatehouse/i18n'] },
  // In development: every page's imports are bundled before the first request. If Vite found them later, it would load
  // the page again, while the page is in use.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx', 'app/enhance/**/*.ts'] },
  build: {
    target: 'baseline-widely-available',
    // Vite's own preload hints for imports carry no nonce, so the content security policy would block them.
    modulePreload: false,
    // All styles together are smaller than one round trip.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'router', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
            // Pages behind sign-in are not needed for the way there: the frame of an account, its rows, moments.
            {
              name: 'page',
              test: /apps\/account\/app\/(?!layout\/(?:account-page|ahead-link|data-ahead)|routes\/|text\/(?:ago|instant|moment))|packages\/(?!design\/src\/(?:account-layout|entry\/time|date-format|instant|relative-time|time-ago))/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
})
