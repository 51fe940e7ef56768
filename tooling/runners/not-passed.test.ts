import { expect, test } from 'vitest'
import {
  fileTimesByPlaywright,
  notPassedByPlaywright,
  notPassedLines,
  passedByPlaywright,
  timesByPlaywright,
} from './not-passed.ts'

test('a test that Playwright reports as failed or skipped is named with its project and its suites', () => {
  const spec = (title: string, status: string, message = '') => ({
    title,
    tests: [{ projectName: 'js', status, results: [{ duration: 500, errors: message === '' ? [] : [{ message }] }] }],
  })
  const inner = {
    title: 'with script',
    specs: [spec('signs in', 'unexpected', 'no such button'), spec('waits', 'skipped')],
  }
  const report = { suites: [{ title: 'a.spec.ts', specs: [spec('fine', 'expected')], suites: [inner] }] }
  expect(passedByPlaywright(report)).toEqual(['[js] › a.spec.ts › fine'])
  expect(timesByPlaywright(report)).toEqual([{ project: 'js', tests: 3, seconds: 1.5 }])
  expect(fileTimesByPlaywright(report)).toEqual([{ file: '[js] › a.spec.ts', seconds: 1.5 }])
  expect(notPassedByPlaywright(report)).toEqual([
    { outcome: 'failed', name: '[js] › a.spec.ts › with script › signs in', reason: 'no such button' },
    { outcome: 'skipped', name: '[js] › a.spec.ts › with script › waits', reason: '' },
  ])
})

test('failures close a run with their reasons; a run without any says nothing', () => {
  expect(notPassedLines([])).toEqual([])
  expect(
    notPassedLines([
      { outcome: 'failed', name: 'a', reason: 'one\ntwo' },
      { outcome: 'skipped', name: 'b', reason: '' },
    ]),
  ).toEqual(['Skipped:', '  b', 'Failed:', '  a', '      one', '      two'])
})

test('a report that is none names nothing', () => {
  expect(notPassedByPlaywright({ suites: 'none' })).toEqual([])
})
