import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Hundreds of processes are started by tests, each of which would read the same TypeScript anew.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** Vitest leaves a core to itself; on two cores that is half of the machine for a process that mostly waits. */
const maxWorkers = Math.max(2, availableParallelism() - 1)
const everywhere = {
  exclude: ['**/node_modules/**', '**/build/**'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers,
}

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
            'gallery/**/*.test.ts',
          ],
        },
      },
      {
        extends: './conformance/vitest.config.ts',
        test: {
          name: 'conformance',
          root: 'conformance',
          maxWorkers,
          exclude: ['**/kratos.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'conformance of Ory Kratos',
          root: 'conformance',
          include: ['suite/kratos.test.ts'],
          maxWorkers,
          // The first run builds it from source.
          hookTimeout: 900_000,
          testTimeout: 90_000,
          maxConcurrency: 4,
          // Alone, after everything else, and again where it fails: on a busy machine its courier loses mails to a
          // locked SQLite file. What our own service answers is never tried twice.
          sequence: { groupOrder: 1 },
          retry: 2,
        },
      },
    ],
  },
})
