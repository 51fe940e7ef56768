import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/** The order of the layers, before any style: whichever file a bundle puts first, it must not decide the order. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer tokens, base, parts, page;\n${code}` : undefined),
}

/** Components that are fourteen hundred modules: built into the pages they are a few files, and the gateway starts sooner. */
const componentPackages = [/^react-aria/, /^react-stately$/, /^@(?:react-aria|react-stately|internationalized)\//]

export default defineConfig(({ command }) => ({
  plugins: [layerOrder, reactRouter()],
  ssr: {
    // Shared with the process that mounts the pages: a second copy would not recognize the first one's errors.
    external: ['@gatehouse/client', '@gatehouse/contract', '@gatehouse/i18n', '@gatehouse/transfer'],
    ...(command === 'build' && { noExternal: componentPackages }),
  },
  build: { target: 'baseline-widely-available', cssCodeSplit: false },
}))
