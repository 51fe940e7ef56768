import { execFileSync } from 'node:child_process'
import { located, type Snippet } from './snippet.ts'

/** Finds blocks that are no valid Python. The guides' test runs them (tooling/guides/protect.test.ts). */
export function pythonProblems(snippets: readonly Snippet[]): readonly string[] {
  return snippets
    .filter(({ language }) => language === 'py')
    .flatMap((snippet) => {
      try {
        execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
          input: snippet.code,
          stdio: 'pipe',
        })
        return []
      } catch (error) {
        return [located(snippet, String(error))]
      }
    })
}
