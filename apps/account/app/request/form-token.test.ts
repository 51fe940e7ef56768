import { expect, test } from 'vitest'
import { formToken } from './form-token.server.ts'

function pageWith(cookie: string, secureCookies: boolean) {
  return { credentials: () => ({ cookie }), secureCookies, answer: { setCookie: [] as string[] } }
}

const planted = 'p'.repeat(43)

test('over https the token is not taken from a cookie that a sibling host can set @form-token-1', () => {
  const page = pageWith(`gatehouse_form=${planted}`, true)
  const token = formToken(page)
  expect(token).not.toBe(planted)
  expect(page.answer.setCookie).toEqual([expect.stringMatching(/^__Host-gatehouse_form=[\w-]{43}; /)])
  expect(page.answer.setCookie[0]).toMatch(/; Path=\/;.*Secure/)
  expect(page.answer.setCookie[0]).not.toMatch(/domain/i)
})

test('the token of this host is used again, with the prefix over https and without it over http', () => {
  expect(formToken(pageWith(`__Host-gatehouse_form=${planted}`, true))).toBe(planted)
  expect(formToken(pageWith(`gatehouse_form=${planted}`, false))).toBe(planted)
})
