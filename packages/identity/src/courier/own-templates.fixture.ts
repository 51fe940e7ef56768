import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { startMailbox } from '@gatehouse/testing/receivers'
import { onTestFinished } from 'vitest'

import type { ConfigTree } from '../configuration/unsupported.ts'
import { createHarness, goodPassword } from '../flows/flow-harness.fixture.ts'

/** Returns a text as a source for a configuration. */
export const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`

/** Writes a folder with these files, which is removed once the test has finished. */
export function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-templates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const person = schemaOf({
  email: emailTrait('Email'),
  locale: { type: 'string' },
  name: { type: 'object', properties: { first: { type: 'string' }, last: { type: 'string' } } },
  teams: { type: 'array', items: { type: 'string' } },
})

/** The traits and the payload of a submission. */
interface Asked {
  readonly traits?: Readonly<Record<string, unknown>>
  readonly transient?: Readonly<Record<string, unknown>>
}

/** Opens a service that sends by SMTP to a receiver, with these keys of `courier`. */
export async function openWithTemplates(
  courier: ConfigTree,
  { settings = {}, carries = true }: { readonly settings?: ConfigTree; readonly carries?: boolean } = {},
) {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const smtp = carries ? { smtp: { connection_uri: mailbox.uri } } : {}
  const harness = await createHarness({
    identity: identityPart('person', person),
    selfservice: { methods: { link: { enabled: true } } },
    ...settings,
    courier: { ...smtp, ...courier },
  })
  onTestFinished(() => harness.stop())
  harness.start()
  const app = harness.app()
  /** Signs up, and returns the mail. */
  async function signUp(email: string, { traits = {}, transient = {} }: Asked = {}) {
    const flow = (await app.ask('/self-service/registration/api?return_to=http://app.example.test/in')).body
    const fields = { method: 'password', password: goodPassword, traits: { email, ...traits } }
    const { status, body } = await app.send(flow, { ...fields, transient_payload: transient })
    if (status !== 200) throw new Error(JSON.stringify(body))
    await harness.idle()
    return mailbox.all(email).at(-1)
  }
  /** Requests a recovery, and returns the mail. */
  async function recover(email: string, method: 'code' | 'link' = 'code', transient: Asked['transient'] = {}) {
    const flow = (await app.ask('/self-service/recovery/api')).body
    await app.send(flow, { method, email, transient_payload: transient })
    await harness.idle()
    return mailbox.all(email).at(-1)
  }
  return { harness, mailbox, app, signUp, recover }
}
