import { defineConfig } from 'vitest/config'

const everywhere = { exclude: ['**/node_modules/**', '**/build/**'], testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // Hashing is slow on purpose; a shared two-core machine needs room (`testTimeout` above).
    projects: [
      {
        test: {
          ...everywhere,
          name: 'beside the code',
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'tooling/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        extends: './conformance/vitest.config.ts',
        test: {
          name: 'conformance',
          root: 'conformance',
        },
      },
    ],
  },
})
