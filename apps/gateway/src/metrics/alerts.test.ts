import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const run = promisify(execFile)
const ops = join(repositoryRoot, 'ops')

/** Returns the reason why rules cannot be tested on this machine; absent: they can. */
async function missing(): Promise<string | undefined> {
  const isThere = await run('promtool', ['--version']).then(
    () => true,
    () => false,
  )
  return isThere ? undefined : 'promtool is missing: install Debian’s package prometheus'
}

test('each alert fires for its fault, and none for a service that is well @metrics-8', async ({ skip }) => {
  const why = await missing()
  if (process.env['CI'] !== 'true') skip(why !== undefined, why)
  expect(why).toBeUndefined()
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: ops })
  const { groups } = parse(await readFile(join(ops, 'alerts.yml'), 'utf8'))
  const tried = await readFile(join(ops, 'alerts.test.yml'), 'utf8')
  const untried = groups[0].rules.filter(({ alert }: { alert: string }) => !tried.includes(`alertname="${alert}"`))
  expect(untried).toEqual([])
})
