import { defineConfig, type Plugin } from 'vite'
import { createApi } from './api.ts'

const { ORIGIN, ACCOUNT, ORGANIZATION, PORT = '3000' } = process.env
const settings = {
  origin: ORIGIN ?? 'http://app.example.localhost:3000',
  account: ACCOUNT ?? 'http://account.example.localhost:4455',
  organization: ORGANIZATION ?? '00000000-0000-4000-8000-000000000000',
}

/** The server of the application, in the same process as its pages. */
const api: Plugin = {
  name: 'api',
  configureServer: ({ middlewares }) => void middlewares.use(createApi(settings)),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(createApi(settings)),
}
const server = { port: Number(PORT), strictPort: true, host: 'localhost', allowedHosts: ['.localhost'] }

export default defineConfig({
  plugins: [api],
  define: {
    ACCOUNT_URL: JSON.stringify(settings.account),
    MEMBERS_OF: JSON.stringify(settings.organization),
  },
  server,
  preview: server,
  build: { target: 'baseline-widely-available' },
})
