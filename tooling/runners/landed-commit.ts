import { runTool } from './tool.ts'

/**
 * The last commit that has landed: where this branch left the one that it goes into. A checkout without any other
 * branch compares with its last commit, so that what is not committed is looked at.
 */
export async function landedCommit(): Promise<string> {
  for (const branch of ['@{upstream}', 'origin/HEAD', 'origin/main', 'main']) {
    const { code, output } = await runTool('/usr/bin/env', ['git', 'merge-base', 'HEAD', branch])
    if (code === 0) return output.trim()
  }
  return 'HEAD'
}
