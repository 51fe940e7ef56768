import { expect, test } from 'vitest'

import type { WebHookConfig } from '../configuration/config.ts'
import { createHookNames } from './hook-names.ts'

/** Returns the names of a list's hooks that call these addresses. */
function namesOf(list: string, ...urls: string[]) {
  const hooks = urls.map((url, index) => ({ path: `${list}.hooks.${index}`, method: 'POST', url }) as WebHookConfig)
  const names = createHookNames(hooks)
  return {
    nameOf: (url: string) => names.nameOf(hooks.find((hook) => hook.url === url) as WebHookConfig),
    urlOf: (name: string) => names.find(name)?.url,
  }
}

test.each([
  ['nothing was changed', ['a', 'b', 'c'], 'b'],
  ['its hook stands elsewhere', ['b', 'c', 'a'], 'b'],
  ['a hook before it was taken out', ['b', 'c'], 'b'],
  ['a hook was put before it', ['z', 'a', 'b', 'c'], 'b'],
  ['its address was corrected', ['a', 'B', 'c'], 'B'],
  ['its hook was taken out', ['a', 'c'], undefined],
])('a waiting call goes where it was meant to go after %s @hook-names-1', (_, urls, expected) => {
  const name = namesOf('login.after', 'a', 'b', 'c').nameOf('b')
  expect(namesOf('login.after', ...urls).urlOf(name)).toBe(expected)
})

test('a hook of another list is another one, and one stored before has a position alone @hook-names-2', () => {
  const name = namesOf('login.after', 'a').nameOf('a')
  expect(namesOf('registration.after', 'a').urlOf(name)).toBeUndefined()
  expect(namesOf('login.after', 'a').urlOf('login.after.hooks.0')).toBe('a')
  expect(name).not.toContain('POST')
})
