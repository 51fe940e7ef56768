import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // The built page works from any folder of any host.
  base: './',
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 1_000 },
})
