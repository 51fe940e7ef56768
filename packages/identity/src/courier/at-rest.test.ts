import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createHarness, service, type Harness } from '../flows/flow-harness.fixture.ts'

let harness: Harness
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-outbox-'))
})
afterEach(async () => {
  await harness.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ada = 'ada@example.org'
const path = () => join(folder, 'identity.sqlite')
const open = (overrides: object = {}) => createHarness({ ...overrides }, undefined, {}, { dsn: `sqlite://${path()}` })
const recover = async () => {
  const app = harness.app()
  await app.send((await app.ask('/self-service/recovery/api')).body, { method: 'code', email: ada })
}

/** Returns all rows that a thief of the database reads, as one text. */
function everyRow(): string {
  const database = new DatabaseSync(path(), { readOnly: true })
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = names.map(({ name }) => JSON.stringify(database.prepare(`SELECT * FROM "${String(name)}"`).all()))
  database.close()
  return rows.join('\n')
}

test('no code, link or session token is readable in any table, and the developer still sees the messages @at-rest-1', async () => {
  harness = await open({
    selfservice: { methods: { link: { enabled: true } }, flows: { recovery: { use: 'link' } } },
  })
  const secrets: string[] = []
  const app = harness.app()
  const made = await app.send((await app.ask('/self-service/registration/api')).body, {
    method: 'password',
    password: 'correct-Horse-battery-9',
    traits: { email: ada },
  })
  secrets.push(made.body.session_token, await harness.codeFor(ada))
  const [message] = await harness.messagesTo(ada)
  const link = /https?:\S+/.exec(message?.body ?? '')?.[0] ?? ''
  expect(link).toContain(`${service}/self-service/verification?code=`)
  // Opening the link fills the code into the form.
  await harness.browser().go(link)
  const flow = (await harness.app().ask(link.replace('verification?', 'verification/flows?').replace('flow=', 'id=')))
    .body
  expect(JSON.stringify(flow.ui.nodes)).toContain(`"${secrets[1]}"`)
  const login = (await harness.app().ask('/self-service/login/api')).body
  await harness.app().send(login, { method: 'code', identifier: ada })
  secrets.push(await harness.codeFor(ada))
  const recovery = (await harness.app().ask('/self-service/recovery/api')).body
  await harness.app().send(recovery, { method: 'link', email: ada })
  const [mail] = await harness.messagesTo(ada)
  secrets.push(/token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '')

  const stored = everyRow()
  expect(secrets).toHaveLength(4)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    // Six digits may well be part of a longer number or of a digest.
    expect(stored).not.toMatch(new RegExp(`(?<![\\w-])${secret}(?![\\w-])`))
  }
})

test('a message of an older version, in plain text, is sent after the upgrade', async () => {
  const mailbox = await startMailbox()
  try {
    harness = await open({ dev: false })
    await harness.account(ada)
    await recover()
    await harness.stop()
    const database = new DatabaseSync(path())
    database
      .prepare(
        `UPDATE courier_messages SET sealed = NULL, subject = 'Of before', body = 'The code is 123456', html = '',
         template_data = '{"recovery_code":"123456"}'`,
      )
      .run()
    database.close()
    harness = await open({
      dev: false,
      courier: { smtp: { connection_uri: mailbox.uri } },
    })
    harness.start()
    await harness.idle()
    const mail = await mailbox.next({ to: ada })
    expect([mail.subject, mail.text.trim()]).toEqual(['Of before', 'The code is 123456'])
    expect(everyRow()).not.toContain('123456')
  } finally {
    await mailbox.close()
  }
})

test('a message whose secret is lost is abandoned with the reason, and delays no other @at-rest-2', async () => {
  const mailbox = await startMailbox()
  try {
    harness = await open({ dev: false })
    await harness.account(ada)
    await recover()
    await harness.stop()
    harness = await open({
      dev: false,
      secrets: {
        default: ['a-default-secret-for-tests'],
        cookie: ['a-cookie-secret-for-the-tests'],
        cipher: ['another-secret-of-32-characters-'],
      },
      courier: { smtp: { connection_uri: mailbox.uri } },
    })
    await recover()
    harness.start()
    await harness.idle()
    expect((await mailbox.next({ to: ada })).text).toMatch(/\d{6}/)
    const messages = (await harness.admin('GET', '/courier/messages?status=abandoned')).body
    expect(messages).toMatchObject([{ recipient: ada }])
    const { dispatches } = (await harness.admin('GET', `/courier/messages/${messages[0].id}`)).body
    expect(dispatches[0].error.message).toContain('secrets.cipher lost a secret')
  } finally {
    await mailbox.close()
  }
})

test('a message that an older secret of the list has sealed is sent after a new one was added before it @at-rest-4', async () => {
  const mailbox = await startMailbox()
  const old = ['a-default-secret-for-tests', 'a-cookie-secret-for-the-tests', 'a-cipher-secret-of-32-characters']
  const lists = (...inFront: readonly string[]) => {
    const [byDefault = '', cookie = '', cipher = ''] = old
    return { default: [...inFront, byDefault], cookie: [...inFront, cookie], cipher: [...inFront, cipher] }
  }
  try {
    harness = await open({ dev: false, secrets: lists() })
    await harness.account(ada)
    await recover()
    await harness.stop()
    const courier = { smtp: { connection_uri: mailbox.uri } }
    harness = await open({ dev: false, secrets: lists('another-secret-of-32-characters-'), courier })
    harness.start()
    await harness.idle()
    expect((await mailbox.next({ to: ada })).text).toMatch(/\d{6}/)
    expect((await harness.admin('GET', '/courier/messages?status=abandoned')).body).toEqual([])
  } finally {
    await mailbox.close()
  }
})

test('outside development mode the texts of messages are not shown @at-rest-3', async () => {
  harness = await open({ dev: false })
  await harness.account(ada)
  await recover()
  expect(await harness.messagesTo(ada)).toMatchObject([
    { body: '<redacted-unless-dev-mode>', subject: '<redacted-unless-dev-mode>', status: 'queued' },
  ])
})
