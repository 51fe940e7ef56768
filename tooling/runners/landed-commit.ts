import { runTool } from './tool.ts'

/**
 * Returns the last commit that has landed: the point at which this branch left its target. A checkout without any other
 * branch compares with its last commit, so that uncommitted changes count.
 */
export async function landedCommit(): Promise<string> {
  for (const branch of ['@{upstream}', 'origin/HEAD', 'origin/main', 'main']) {
    const { code, output } = await runTool('/usr/bin/env', ['git', 'merge-base', 'HEAD', branch])
    if (code === 0) return output.trim()
  }
  return 'HEAD'
}
