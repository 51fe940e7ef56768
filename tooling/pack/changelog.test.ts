import { expect, it } from 'vitest'
import { joinChangelogs } from './changelog.ts'

it('a release is put above those before it, and the first one in the place of the sentence that there is none', () => {
  const release = (version: string) =>
    `# @gatehouse/gateway\n\n## ${version}\n\n### Minor Changes\n\n- Abc: ${version}\n`
  const first = joinChangelogs('gatehouse', [release('0.1.0'), '# gatehouse\n\nNothing has been released yet.\n'])
  expect(first).toBe('# gatehouse\n\n## 0.1.0\n\n### Minor Changes\n\n- Abc: 0.1.0\n')
  expect(joinChangelogs('gatehouse', [release('0.2.0'), first])).toBe(
    '# gatehouse\n\n## 0.2.0\n\n### Minor Changes\n\n- Abc: 0.2.0\n\n## 0.1.0\n\n### Minor Changes\n\n- Abc: 0.1.0\n',
  )
})
