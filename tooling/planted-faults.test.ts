import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the line of each planted fault is there, once @planted-faults-1', () => {
  const args = [join(import.meta.dirname, 'planted-faults.ts'), '--list']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toHaveLength(15)
})
