import { defineConfig, loadEnv } from 'vite'

export default defineConfig(({ mode }) => {
  const { KRATOS_PUBLIC_URL: service = 'http://127.0.0.1:4433' } = loadEnv(mode, import.meta.dirname, 'KRATOS_')
  // The service's cookies belong to this origin, so no request of the page is a cross-site one.
  const proxy = Object.fromEntries(['/self-service', '/sessions', '/.well-known/ory'].map((path) => [path, service]))
  return {
    root: import.meta.dirname,
    server: { port: 4477, strictPort: true, proxy },
    preview: { proxy },
    build: { target: 'baseline-widely-available' },
  }
})
