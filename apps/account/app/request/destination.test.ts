import { expect, it } from 'vitest'
import { flowNamedBy, pageOf, toDestination } from './destination.server.ts'

const origin = 'https://account.example.org'

it.each([
  [`${origin}/self-service/login/browser?aal=aal2&return_to=%2Fapp`, '/login?aal=aal2&return_to=%2Fapp', false],
  ['/self-service/recovery/browser', '/recovery', false],
  [`${origin}/settings?flow=abc#password`, '/settings?flow=abc#password', false],
  [`${origin}/self-service/settings?flow=abc`, '/self-service/settings?flow=abc', true],
  [`${origin}/dashboard`, '/dashboard', true],
  ['https://app.example.com/after', 'https://app.example.com/after', true],
  [`${origin}/.//evil.example`, `${origin}//evil.example`, true],
  ['myapp://callback', 'myapp://callback', true],
  ['https://other.example/self-service/login/browser', 'https://other.example/self-service/login/browser', true],
])('turns %s into the shortest way there', (location, to, document) => {
  expect(toDestination(location, origin)).toEqual({ to, document })
})

it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'blob:https://x/y', 'https://[', '//'])(
  'leads home instead of to %s',
  (location) => {
    expect(toDestination(location, origin)).toEqual({ to: '/', document: false })
  },
)

it('finds the flow that an answer points to', () => {
  expect(flowNamedBy('/self-service/recovery/flows?id=next', origin, 'recovery')).toBe('next')
  expect(flowNamedBy('/self-service/recovery/flows?id=next', origin, 'verification')).toBeUndefined()
})

it('names a page without the flow that is about to be left', () => {
  expect(pageOf(new URL('http://127.0.0.1:3000/settings?flow=abc&x=1'), origin)).toBe(`${origin}/settings?x=1`)
})
