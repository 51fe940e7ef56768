import { expect, it } from 'vitest'
import { carryCookies } from './carry-cookies.ts'

it('leaves a header alone while nothing was set', () => {
  expect(carryCookies('a=1; broken', [])).toBe('a=1; broken')
  expect(carryCookies(null, [])).toBeNull()
})

it('adds and replaces, byte for byte', () => {
  const set = ['csrf_token_ab=Zm9v/YmFy+A==; Path=/; HttpOnly', 'session=new; Path=/; SameSite=Lax']
  expect(carryCookies('session=old; theme=dark', set)).toBe('session=new; theme=dark; csrf_token_ab=Zm9v/YmFy+A==')
})

it('drops cookies that an answer deleted', () => {
  expect(carryCookies('session=old; theme=dark', ['session=; Path=/; Max-Age=0'])).toBe('theme=dark')
})

it('accepts malformed cookies of a visitor', () => {
  expect(carryCookies('a b=c"; ok=1; =x', ['n=2'])).toContain('ok=1; n=2')
})
