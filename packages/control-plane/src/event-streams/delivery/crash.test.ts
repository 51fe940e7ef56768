import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { createReceiver } from '@gatehouse/testing/receivers'

const script = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))

test('a process that is killed again and again in the middle of delivering loses nothing, and keeps the order per identity @crash-1', async () => {
  let answered = 0
  let killAt = 60
  let child: ReturnType<typeof spawn> | undefined
  const receiver = await createReceiver(() => {
    answered += 1
    if (answered === killAt) child?.kill('SIGKILL')
    return answered % 7 === 0 ? 503 : 204
  })
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-streams-')), 'control.sqlite')
  const run = () => spawn(process.execPath, [script, file, receiver.url], { stdio: ['ignore', 'inherit', 'inherit'] })
  for (killAt of [60, 130, 200]) {
    child = run()
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
  }
  killAt = 0
  child = run()
  const distinct = () => new Set(receiver.sequences()).size
  await expect.poll(distinct, { timeout: 60_000, interval: 50 }).toBe(300)
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (let person = 0; person < 10; person += 1) {
    const seen = receiver.sequences(`person ${person}`)
    const firsts = seen.filter((sequence, index) => seen.indexOf(sequence) === index)
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
    expect(firsts).toHaveLength(30)
  }
  await receiver.close()
}, 120_000)
