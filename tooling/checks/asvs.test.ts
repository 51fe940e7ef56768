import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../runners/tool.ts'
import { unheldRequirements } from './asvs.ts'
import { readTestIds } from './test-ids.ts'

const ids = readTestIds(root)
const text = readFileSync(join(root, 'docs/reference/asvs.md'), 'utf8')
const row = (number: string) => text.split('\n').find((line) => line.startsWith(`| ${number} |`)) ?? ''
const held = row('6.2.1')

test('each requirement has a row with an existing proof', () => {
  expect(unheldRequirements(root, text, ids)).toEqual([])
})

test.each([
  ['a row that is missing', text.replace(`${row('6.2.4')}\n`, ''), 'rows for 252 requirements of 253'],
  ['a row that is there twice', text.replace(held, `${held}\n${held}`), '6.2.1 has two rows'],
  [
    'a row in another chapter',
    text.replace(`${held}\n`, '').replace(row('7.1.1'), `${held}\n${row('7.1.1')}`),
    '6.2.1 is in chapter 7',
  ],
  ['an unknown status', text.replace(held, held.replace('| held |', '| mostly |')), '6.2.1 has the status "mostly"'],
  ['held by nothing', text.replace(held, held.replace(/\| `.*$/, '| – |')), '6.2.1 is "held" by nothing'],
  ['a test that is gone', text.replace(held, held.replace(/`@.*`/, '`@gone-1`')), 'no test has the id'],
  ['a file that is gone', text.replace(held, held.replace(/`@.*`/, '`docs/gone.md`')), 'nor a file: `docs/gone.md`'],
  [
    'a reason that says nothing',
    text.replace(row('1.3.1'), row('1.3.1').replace('No HTML is typed', 'No')),
    '1.3.1 is "not applicable" without a reason',
  ],
])('%s is found', (_what, faulty, problem) => {
  expect(unheldRequirements(root, faulty, ids).join('\n')).toContain(problem)
})
