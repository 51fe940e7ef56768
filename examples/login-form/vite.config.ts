import { defineConfig, loadEnv } from 'vite'

const { PORT = '4477', SERVE_PUBLIC_PORT: servicePort = '4433' } = process.env

export default defineConfig(({ mode }) => {
  const own = `http://127.0.0.1:${servicePort}`
  const { KRATOS_PUBLIC_URL: service = own } = loadEnv(mode, import.meta.dirname, 'KRATOS_')
  // The service's cookies belong to this origin, so no request of the page is a cross-site one.
  const proxy = Object.fromEntries(['/self-service', '/sessions', '/.well-known/ory'].map((path) => [path, service]))
  return {
    root: import.meta.dirname,
    server: { port: Number(PORT), strictPort: true, proxy },
    preview: { proxy },
    build: { target: 'baseline-widely-available' },
  }
})
