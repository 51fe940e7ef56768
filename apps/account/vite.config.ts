import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Shared with the process that mounts the pages: a second copy would not recognize the first one's errors.
  ssr: { external: ['@gatehouse/client', '@gatehouse/contract', '@gatehouse/i18n'] },
  build: { target: 'baseline-widely-available' },
})
