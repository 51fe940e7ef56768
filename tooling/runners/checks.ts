import type { Runner } from './tally.ts'
import { root, runTool } from './tool.ts'

/** The checks of `npm run check`: types, lint, documents and the rest. Counts as one test. */
export const checks: Runner = {
  title: 'Checks',
  claims: () => false,
  async run() {
    const { code } = await runTool(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `${root}tooling/check.ts`],
      {
        show: true,
      },
    )
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  },
}
