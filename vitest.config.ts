import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tooling/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**'],
    // Hashing is slow on purpose; a shared two-core machine needs room.
    testTimeout: 30_000,
  },
})
