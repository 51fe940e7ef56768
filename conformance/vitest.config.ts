import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const isNamed = ['CONFORMANCE_KRATOS', 'CONFORMANCE_PUBLIC_URL'].some((name) => process.env[name] !== undefined)

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    // A target that was named is played alone.
    include: isNamed ? ['suite/given.ts'] : ['**/*.test.ts'],
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    maxConcurrency: 6,
  },
})
