import { expect, test } from 'vitest'
import { keepForm, takeForm } from './kept-form.server.ts'

function pageWith(cookie: string, secureCookies: boolean) {
  return { credentials: () => ({ cookie }), secureCookies, answer: { setCookie: [] as string[] } }
}

const typed = new URLSearchParams({ 'traits.email': 'ada@example.org', password: 'never kept', csrf_token: 'neither' })
const flow = { id: 'f', ui: { nodes: [] } } as unknown as Parameters<typeof takeForm>[1]

test('over https a form that a sibling host has planted in a cookie is not read @kept-form-1', async () => {
  const page = pageWith('gatehouse_kept_form=flow%3Ftraits.email%3Dmallory%40example.org', true)
  expect(await takeForm(page, flow, async () => true)).toBeUndefined()
  expect(page.answer.setCookie).toEqual([])
})

test('only the traits of a form are kept, in a cookie of this host that no script reads @kept-form-2', () => {
  const page = pageWith('', true)
  keepForm(page, 'flow', typed)
  const [line = ''] = page.answer.setCookie
  expect(line).toMatch(/^__Host-gatehouse_kept_form=/)
  expect(decodeURIComponent(decodeURIComponent(line))).toContain('traits.email=ada@example.org')
  expect(line).toContain('; HttpOnly; Secure; SameSite=Lax')
  expect(line).not.toMatch(/never|neither|; domain/i)
})

test('a form that was typed by another person is dropped @kept-form-3', async () => {
  const page = pageWith('__Host-gatehouse_kept_form=flow%3Ftraits.email%3Dada%40example.org', true)
  expect(await takeForm(page, flow, async () => false)).toBeUndefined()
  expect(page.answer.setCookie).toEqual([expect.stringMatching(/^__Host-gatehouse_kept_form=;.*Max-Age=0/)])
})
