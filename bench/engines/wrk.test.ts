import { expect, test } from 'vitest'
import { readWrk } from './wrk.ts'

const printed = `Running 3s test @ http://localhost:4455/sessions/whoami
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.66ms    7.52ms 154.31ms   97.75%
    Req/Sec     9.31k     1.64k   11.40k    83.33%
  Latency Distribution
     50%  812.00us
     75%    2.10ms
     90%    4.64ms
     99%    1.20s
  27810 requests in 3.00s, 20.07MB read
  Socket errors: connect 1, read 2, write 0, timeout 3
  Non-2xx or 3xx responses: 4
Requests/sec:   9264.08
Transfer/sec:      6.69MB
`

test('the output of wrk is read with its units, and every failure is counted', () => {
  expect(readWrk(printed)).toEqual({ requestsPerSecond: 9264.08, p50Ms: 0.812, p99Ms: 1_200, failures: 10 })
  const sound = printed.replace(/ {2}(Socket|Non-2xx).*\n/g, '')
  expect(readWrk(sound).failures).toBe(0)
})
