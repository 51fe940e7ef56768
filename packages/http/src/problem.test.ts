import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { problemResponse, type Problem } from './problem.ts'

const problem: Problem = {
  status: 413,
  title: 'Too large',
  detail: 'Send less than <64> KB & try again.',
  requestId: 'request-0001',
}
const asking = (accept?: string) =>
  new Request('http://localhost/', accept === undefined ? {} : { headers: { accept } })

test('a browser gets a page with the request id, and nothing inserted is markup @problem-1', async () => {
  const response = await problemResponse(asking('text/html,application/xhtml+xml,*/*;q=0.8'), problem)
  const page = await response.text()
  expect(response.status).toBe(413)
  expect(page).toContain('<h1>Too large</h1>')
  expect(page).toContain('&lt;64&gt; KB &amp; try')
  expect(page).toContain('request-0001')
  expect(page).toContain('lang="en"')
})

test('the policy of the page admits its stylesheet by hash and nothing else', async () => {
  const response = await problemResponse(asking('text/html'), problem)
  const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
})

test.each([undefined, '*/*', 'application/json'])(
  'a program that accepts %s gets an error envelope',
  async (accept) => {
    const response = await problemResponse(asking(accept), problem)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      error: {
        code: 413,
        status: 'Payload Too Large',
        message: 'Too large',
        reason: problem.detail,
        request: 'request-0001',
      },
    })
  },
)
