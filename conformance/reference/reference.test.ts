import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { improvementTexts } from '@gatehouse/identity/configuration'
import { exceptions, improved, type Exception } from './exceptions.ts'
import { givens } from './given/all.ts'
import { judge } from './judge.ts'
import { playRecording } from './play.ts'
import { loadRecording, recordingNames, type Recording } from './recording.ts'

const names = recordingNames()

function recordingOf(name: string): Recording {
  const recording = loadRecording(name)
  if (recording === undefined) throw new Error(`there is no recording ${name}`)
  return recording
}

describe('the recordings of the reference', () => {
  it('are all there, and no others', async () => {
    const files = await readdir(new URL('recordings', import.meta.url))
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted())
    expect(names).toHaveLength(127)
  })

  it('are the only ones that exceptions and beginnings are about', () => {
    const about = [...exceptions, ...improved].map(({ recording }) => recording).concat(Object.keys(givens))
    expect(about.filter((name) => !names.includes(name))).toEqual([])
  })

  it('are answered without any difference, but for those that protect people @reference-1', () => {
    const differing = new Set(exceptions.map(({ recording }) => recording))
    expect(names.length - differing.size).toBeGreaterThanOrEqual(116)
  })

  it.concurrent.each(names)('%s is answered as Ory Kratos 26.2 does @reference-2', async (name) => {
    expect(judge(name, await playRecording(name, recordingOf(name), false))).toEqual([])
  })

  const withImprovements = [...new Set(improved.map(({ recording }) => recording))]
  it.concurrent.each(withImprovements)('%s is improved on by the built-in configuration', async (name) => {
    const better = improved.map(({ improvement, ...row }) => ({ ...row, reason: improvementTexts[improvement] }))
    expect(judge(name, await playRecording(name, recordingOf(name), true), [...exceptions, ...better])).toEqual([])
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
