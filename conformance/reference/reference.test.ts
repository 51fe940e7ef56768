import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { exceptions } from './exceptions.ts'
import type { Exception } from './exceptions.ts'
import { givens } from './given/all.ts'
import { judge } from './judge.ts'
import { playRecording } from './play.ts'
import { loadRecording, recordingNames } from './recording.ts'

const names = recordingNames()

describe('the recordings of the reference', () => {
  it('are all there, and no others', async () => {
    const files = await readdir(new URL('recordings', import.meta.url))
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted())
    expect(names).toHaveLength(127)
  })

  it('are the only ones that exceptions and beginnings are about', () => {
    const about = [...exceptions.map(({ recording }) => recording), ...Object.keys(givens)]
    expect(about.filter((name) => !names.includes(name))).toEqual([])
  })

  it.concurrent.each(names)('%s is answered as Ory Kratos 26.2 does', async (name) => {
    const recording = loadRecording(name)
    if (recording === undefined) throw new Error('there is no such recording')
    expect(judge(name, await playRecording(name, recording))).toEqual([])
  })
})

describe('exceptions', () => {
  const declared: readonly Exception[] = [{ recording: 'one', at: ['0.status', '1.body'], reason: 'On purpose.' }]
  const fault = (at: string) => ({ at, text: 'should be 1, is 2' })

  it('let through what they name, and nothing else', () => {
    expect(judge('one', [fault('0.status'), fault('1.body')], declared)).toEqual([])
    expect(judge('two', [fault('0.status')], declared)).toEqual(['0.status should be 1, is 2'])
    expect(judge('one', [fault('0.status'), fault('1.body'), fault('1.body.id')], declared)).toEqual([
      '1.body.id should be 1, is 2',
    ])
  })

  it('are reported once the service answers like the reference', () => {
    expect(judge('one', [fault('0.status')], declared)).toEqual([
      '1.body is answered like the reference now; remove the exception: On purpose.',
    ])
  })
})
