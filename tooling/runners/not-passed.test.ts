import { expect, test } from 'vitest'
import { notPassedByPlaywright, notPassedByVitest, notPassedLines } from './not-passed.ts'

test('what Vitest reports as failed or skipped is named with its file, and a file that broke counts', () => {
  const passed = { status: 'passed', fullName: 'works', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'breaks',
    failureMessages: ['\u001B[31mexpected 1\u001B[39m\n\n  to be 2'],
  }
  const skipped = { status: 'skipped', fullName: 'waits', failureMessages: [] }
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [passed, failed, skipped] },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  }
  expect(notPassedByVitest(report)).toEqual([
    { outcome: 'failed', name: 'a.test.ts › breaks', reason: 'expected 1\n  to be 2' },
    { outcome: 'skipped', name: 'a.test.ts › waits', reason: '' },
    { outcome: 'failed', name: 'b.test.ts', reason: 'Cannot find module' },
  ])
})

test('what Playwright reports as failed or skipped is named with its project and its suites', () => {
  const spec = (title: string, status: string, message = '') => ({
    title,
    tests: [{ projectName: 'js', status, results: [{ errors: message === '' ? [] : [{ message }] }] }],
  })
  const inner = {
    title: 'with script',
    specs: [spec('signs in', 'unexpected', 'no such button'), spec('waits', 'skipped')],
  }
  expect(
    notPassedByPlaywright({ suites: [{ title: 'a.spec.ts', specs: [spec('fine', 'expected')], suites: [inner] }] }),
  ).toEqual([
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
  expect(notPassedByVitest(undefined)).toEqual([])
  expect(notPassedByPlaywright({ suites: 'none' })).toEqual([])
})
