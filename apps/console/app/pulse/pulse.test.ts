import { expect, test } from 'vitest'
import { pulseIn } from './pulse.ts'

const job = { id: 'j', kind: 'import', state: 'done', done: 3, total: 3 }

test('the frame of a page gets the number of refusals of a job @pulse-1', () => {
  expect(pulseIn({ jobs: [{ ...job, refused: 2 }, job] })?.jobs.map(({ refused }) => refused)).toEqual([2, 0])
})
