import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../runners/tool.ts'
import { readTestIds } from '../test-ids.ts'
import { requirements } from './requirements.ts'
import { unheldRequirements } from './unheld.ts'

const ids = readTestIds(root)
const text = readFileSync(join(root, 'docs/reference/asvs.md'), 'utf8')
const row = (number: string) => text.split('\n').find((line) => line.startsWith(`| ${number} |`)) ?? ''
const without = (line: string) => text.replace(`${line}\n`, '')

test('the standard has 70 requirements of level 1 and 183 of level 2', () => {
  expect(requirements.filter(({ level }) => level === 1)).toHaveLength(70)
  expect(requirements.filter(({ level }) => level === 2)).toHaveLength(183)
})

test('each of them has a row with an existing proof', () => {
  expect(unheldRequirements(root, text, ids)).toEqual([])
})

test.each([
  ['a row that is missing', without(row('6.2.4')), '6.2.4 has no row'],
  ['a row that is there twice', text.replace(row('6.2.1'), `${row('6.2.1')}\n${row('6.2.1')}`), '6.2.1 has 2 rows'],
  ['a number of level 3', text.replace('| 6.2.1 |', '| 6.3.8 |'), '6.3.8 is no requirement of level 1 or 2'],
  [
    'a row in another chapter',
    text.replace(`${row('6.2.1')}\n`, '').replace(row('7.1.1'), `${row('6.2.1')}\n${row('7.1.1')}`),
    '6.2.1 stands in chapter 7',
  ],
  [
    'a status of its own',
    text.replace(row('6.2.1'), row('6.2.1').replace('| held |', '| mostly |')),
    '6.2.1 has the status "mostly"',
  ],
  [
    'held by nothing',
    text.replace(row('6.2.1'), row('6.2.1').replace(/\| `.*$/, '| – |')),
    '6.2.1 is "held" by nothing',
  ],
  [
    'a test that is not there',
    text.replace(row('6.2.1'), row('6.2.1').replace(/`@.*`/, '`@gone-1`')),
    'no test has the id',
  ],
  [
    'a file that is not there',
    text.replace(row('6.2.1'), row('6.2.1').replace(/`@.*`/, '`docs/gone.md`')),
    'docs/gone.md does not exist',
  ],
  [
    'a reason that says nothing',
    text.replace(row('1.3.1'), row('1.3.1').replace('No HTML is typed', 'No')),
    '1.3.1 is "not applicable" without a reason',
  ],
  ['a chapter of another name', text.replace('## V17 WebRTC', '## V17 Telephony'), 'the chapters are not those'],
])('%s is found', (_what, faulty, problem) => {
  expect(unheldRequirements(root, faulty, ids).join('\n')).toContain(problem)
})
