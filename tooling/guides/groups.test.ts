import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openGroups } from './groups.ts'

const sleeping = `trap '' TERM; sleep 300 & echo $$ $!; wait`

/** Processes that have not ended; one whose end has not been asked for yet has. */
function aliveOf(ids: string): readonly string[] {
  return ids
    .trim()
    .split(' ')
    .filter((id) => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'))
      } catch {
        return false
      }
    })
}

test('a command that does not end when it is asked to is killed, with all that it has started @guide-groups-1', async () => {
  const groups = openGroups(100)
  const { output } = groups.start(sleeping, { cwd: '.', env: process.env })
  await expect.poll(() => aliveOf(output())).toHaveLength(2)
  await groups.end()
  await expect.poll(() => aliveOf(output())).toEqual([])
})

test('no command outlives the process that has started it @guide-groups-2', async () => {
  const program = `const { openGroups } = await import('./groups.ts')
const { output } = openGroups().start(${JSON.stringify(sleeping)}, { cwd: '.', env: process.env })
setInterval(() => { if (output().includes('\\n')) { console.log(output()); process.exit(1) } }, 10)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^\d+ \d+/)
  await expect.poll(() => aliveOf(stdout)).toEqual([])
})
