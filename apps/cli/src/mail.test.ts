import { freePort, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeoutMs, run } from './terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

let gateway: GatewayProcess
let port = 0
const environment = { GATEHOUSE_SMTP_URL: '' }
beforeAll(async () => {
  port = await freePort()
  environment.GATEHOUSE_SMTP_URL = `smtp://127.0.0.1:${port}/?disable_starttls=true`
  gateway = await startGateway({ environment: { ...environment, LOG_LEVEL: 'info' } })
})
afterAll(() => gateway.stop())

const gatehouse = (...args: readonly string[]) => run(gateway.dataFolder, ['mail', ...args], '', environment)
const people = ['ada@example.org', 'grace@example.org', 'lin@example.org']

async function signUp(email: string): Promise<void> {
  const flow = await (await fetch(`${gateway.origin}/self-service/registration/api`)).json()
  const answer = await fetch(`${gateway.origin}/self-service/registration?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', password: 'analytical-engine-1843', traits: { email } }),
  })
  expect(answer.status).toBe(200)
}

async function ready(): Promise<unknown> {
  return (await fetch(`${gateway.origin}/health/ready`)).json()
}

test('a mail server is tried step by step, and the messages that waited for it go out in order at a command @mail-1', async () => {
  for (const email of people) await signUp(email)
  const held = { status: 'degraded', degraded: { mail: 'not delivered' } }
  await expect.poll(ready, { timeout: 30_000, interval: 500 }).toEqual(held)
  const away = await gatehouse('test', '--to', 'op@example.org')
  expect([away.code, away.output.trimEnd().split('\n')]).toEqual([
    1,
    [
      'Connection   failed (the connection was refused)',
      'Encryption   not used',
      'Sign-in      not used',
      'Acceptance   not reached',
    ],
  ])

  const retried = await gatehouse('retry', '--admin-url', gateway.adminOrigin)
  // One of them may be under way at this moment.
  expect([retried.code, retried.output]).toEqual([
    0,
    expect.stringMatching(/^[23] sent again, \d on their way already\./),
  ])

  const mailbox = await startMailbox(port)
  const works = await gatehouse('test', '--to', 'op@example.org', '--json')
  expect([works.code, JSON.parse(works.output).map((one: { outcome: string }) => one.outcome)]).toEqual([
    0,
    ['done', 'not_used', 'not_used', 'done'],
  ])
  expect((await mailbox.next({ to: 'op@example.org' })).subject).toBe('Test mail')

  await mailbox.next({ to: people[2] ?? '', timeoutMs: 30_000 })
  const recipients = mailbox.all().flatMap(({ to }) => to)
  expect(recipients.filter((to) => to !== 'op@example.org')).toEqual(people)
  await expect.poll(ready, { timeout: 30_000, interval: 500 }).toEqual({ status: 'ok' })
  expect(gateway.logs().match(/mails wait: the connection was refused/g)).toHaveLength(1)
  expect(gateway.logs().match(/mails go out again after \d+ seconds; 3 waited/g)).toHaveLength(1)
  expect((await gatehouse('test', '--to', 'ada')).code).toBe(2)
  await mailbox.close()
})
