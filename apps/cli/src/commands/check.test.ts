import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-check-'))
})
afterEach(() => rm(folder, { recursive: true }))

function check(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const env = { PATH: process.env['PATH'], HOME: folder, GATEHOUSE_DATA: folder }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'check', ...args], { cwd: folder, env }, (error, output) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output }),
    )
  })
}

test('gatehouse check looks at the settings of the folder it is run in, and prints findings as JSON @check-command-1', async () => {
  const settings = 'public_url: http://localhost:0\nadmin_url: http://localhost:0\nconsole_url: http://127.0.0.1:0\n'
  await writeFile(join(folder, 'gatehouse.yml'), settings)
  const { code, output } = await check('--json')
  expect([code, JSON.parse(output)]).toEqual([
    1,
    [expect.objectContaining({ check: 'host-names', severity: 'fault', at: 'gatehouse.yml:3' })],
  ])
})
