import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { startMailbox } from '@gatehouse/testing/mailbox'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createDesk, service } from '../flows/flow-harness.fixture.ts'
import type { Desk } from '../flows/flow-harness.fixture.ts'

let desk: Desk
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-outbox-'))
})
afterEach(async () => {
  await desk.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ada = 'ada@example.org'
const path = () => join(folder, 'identity.sqlite')
const open = (overrides: object = {}) => createDesk({ ...overrides }, undefined, {}, { dsn: `sqlite://${path()}` })
const recover = async () => {
  const app = desk.app()
  await app.send((await app.ask('/self-service/recovery/api')).body, { method: 'code', email: ada })
}

/** Everything that a thief of the database reads, as one text. */
function everyRow(): string {
  const database = new DatabaseSync(path(), { readOnly: true })
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = names.map(({ name }) => JSON.stringify(database.prepare(`SELECT * FROM "${String(name)}"`).all()))
  database.close()
  return rows.join('\n')
}

test('no code, link or session token lies readable in any table, and the developer still sees the messages @at-rest-1', async () => {
  desk = await open({
    selfservice: { methods: { link: { enabled: true } }, flows: { recovery: { use: 'link' } } },
  })
  const secrets: string[] = []
  const app = desk.app()
  const made = await app.send((await app.ask('/self-service/registration/api')).body, {
    method: 'password',
    password: 'correct-Horse-battery-9',
    traits: { email: ada },
  })
  secrets.push(made.body.session_token, await desk.codeFor(ada))
  const [message] = await desk.messagesTo(ada)
  const link = /https?:\S+/.exec(message?.body ?? '')?.[0] ?? ''
  expect(link).toContain(`${service}/self-service/verification?code=`)
  // Opening the link fills the code into the form.
  await desk.browser().go(link)
  const flow = (await desk.app().ask(link.replace('verification?', 'verification/flows?').replace('flow=', 'id='))).body
  expect(JSON.stringify(flow.ui.nodes)).toContain(`"${secrets[1]}"`)
  const login = (await desk.app().ask('/self-service/login/api')).body
  await desk.app().send(login, { method: 'code', identifier: ada })
  secrets.push(await desk.codeFor(ada))
  const recovery = (await desk.app().ask('/self-service/recovery/api')).body
  await desk.app().send(recovery, { method: 'link', email: ada })
  const [mail] = await desk.messagesTo(ada)
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
    desk = await open({ dev: false })
    await desk.account(ada)
    await recover()
    await desk.stop()
    const database = new DatabaseSync(path())
    database
      .prepare(
        `UPDATE courier_messages SET sealed = NULL, subject = 'Of before', body = 'The code is 123456', html = '',
         template_data = '{"recovery_code":"123456"}'`,
      )
      .run()
    database.close()
    desk = await open({
      dev: false,
      courier: { smtp: { connection_uri: mailbox.uri } },
    })
    desk.start()
    await desk.idle()
    const mail = await mailbox.next({ to: ada })
    expect([mail.subject, mail.text.trim()]).toEqual(['Of before', 'The code is 123456'])
    expect(everyRow()).not.toContain('123456')
  } finally {
    await mailbox.close()
  }
})

test('a message whose secret is lost is given up with the reason, and holds up no other @at-rest-2', async () => {
  const mailbox = await startMailbox()
  try {
    desk = await open({ dev: false })
    await desk.account(ada)
    await recover()
    await desk.stop()
    desk = await open({
      dev: false,
      secrets: {
        default: ['a-default-secret-for-tests'],
        cookie: ['a-cookie-secret-for-the-tests'],
        cipher: ['another-secret-of-32-characters-'],
      },
      courier: { smtp: { connection_uri: mailbox.uri } },
    })
    await recover()
    desk.start()
    await desk.idle()
    expect((await mailbox.next({ to: ada })).text).toMatch(/\d{6}/)
    const messages = (await desk.admin('GET', '/courier/messages?status=abandoned')).body
    expect(messages).toMatchObject([{ recipient: ada }])
    const { dispatches } = (await desk.admin('GET', `/courier/messages/${messages[0].id}`)).body
    expect(dispatches[0].error.message).toContain('secrets.cipher lost a secret')
  } finally {
    await mailbox.close()
  }
})

test('outside development mode the texts of messages are shown to nobody @at-rest-3', async () => {
  desk = await open({ dev: false })
  await desk.account(ada)
  await recover()
  expect(await desk.messagesTo(ada)).toMatchObject([
    { body: '<redacted-unless-dev-mode>', subject: '<redacted-unless-dev-mode>', status: 'queued' },
  ])
})
