import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    // The first run builds a Kratos from source.
    hookTimeout: 900_000,
    testTimeout: 60_000,
    maxConcurrency: 6,
  },
})
