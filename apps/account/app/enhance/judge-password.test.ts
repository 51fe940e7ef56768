import { parseIdentityConfig } from '@gatehouse/identity/configuration'
import { openDatabase } from '@gatehouse/identity/database'
import { createIdentityService } from '@gatehouse/identity/service'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'

import { identityFixture, origin } from '../../src/identity.fixture.ts'
import { judgePassword } from './judge-password.ts'

const list: readonly string[] = dictionary['passwords-common'].filter((word) => word.length >= 8)

/** Some of the list from its beginning to its end, each as it stands, in capitals, and with every other letter in them. */
const common = Array.from({ length: 20 }, (_, index) => list[Math.floor((index * list.length) / 20)] ?? '').flatMap(
  (word) => [
    word,
    word.toUpperCase(),
    word.replaceAll(/(.)(.)/g, (_pair, one: string, two: string) => one + two.toUpperCase()),
  ],
)

/** Not on the list, though some are easy to guess: the meter calls only refused passwords most used. */
const others = ['password2024', 'philomena', 'kettle dawn', 'copper kettle sings at dawn 31', 'xk7#qP2!vL']

const calledCommon = (password: string) => {
  const { level, reason } = judgePassword(password, []) ?? {}
  return level === 'weak' && (reason === 'topTen' || reason === 'topHundred' || reason === 'common')
}

test('the meter calls a password most used exactly if the service refuses it @common-password-3', async () => {
  const { config } = await parseIdentityConfig(identityFixture('smtp://localhost:1'))
  const service = createIdentityService({ config, database: openDatabase('memory'), clock: Date.now })
  const ask = async (path: string, body?: object) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    return (await service.fetch(new Request(new URL(path, origin), { headers, ...init }))).text()
  }
  let number = 0
  const isRefused = async (password: string) => {
    const { ui } = JSON.parse(await ask('/self-service/registration/api'))
    const traits = { email: `somebody.${(number += 1)}@example.org` }
    return (await ask(ui.action, { method: 'password', password, traits })).includes('4000034')
  }
  for (const password of [...common, ...others]) {
    expect([password, await isRefused(password)]).toEqual([password, calledCommon(password)])
  }
  expect(common.every(calledCommon)).toBe(true)
  await service.stop()
})
