import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { Secret } from '@gatehouse/platform/secrets'
import type { Identity } from '../identities/identity.ts'
import { openTested } from '../sql/tested-database.fixture.ts'
import { backgroundRecording, sealMessagesAnew } from '../sql/secret-rotation.ts'
import { createIdentityStore } from '../sql/identity-store.ts'
import { createOutboxStore } from '../sql/outbox-store.ts'
import { backupCodesOf, withBackupCodes } from './lookup-secret/credential.ts'
import { newLink, openLinks, withLink } from './oidc/links.ts'
import { totpUrlOf, withTotp } from './totp/credential.ts'
import { sealAccountsAnew } from './seal-anew.ts'
import { createSeals, type Seals } from '../credentials/sealed.ts'

const [older, newer] = [new Secret('a'.repeat(32)), new Secret('b'.repeat(32))]
const before = createSeals([older])
const during = createSeals([newer, older])
const afterwards = createSeals([newer])

const url = 'otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example'
const tokens = { idToken: 'id-token', accessToken: 'access-token', refreshToken: '' }

function plain(): Identity {
  const times = { createdAt: 1, updatedAt: 1 }
  return {
    id: randomUUID(),
    revision: 0,
    externalId: undefined,
    schemaId: 'default',
    state: 'active',
    stateChangedAt: 1,
    traits: {},
    metadataPublic: null,
    metadataAdmin: null,
    organizationId: undefined,
    verifiableAddresses: [],
    recoveryAddresses: [],
    credentials: {},
    ...times,
  }
}

function withEverything(subject: string): Identity {
  const link = newLink(before, { id: 'github', organizationId: undefined }, subject, tokens)
  const codes = [
    { code: 'abcd1234', usedAt: 5 },
    { code: 'efgh5678', usedAt: undefined },
  ]
  return withLink(withBackupCodes(before, withTotp(before, plain(), url, 1, 77), codes, 1), link, 1)
}

test('all sealed data of accounts is sealed again, so that nothing needs the old secret', async () => {
  const database = openTested()
  const identities = createIdentityStore(database, backgroundRecording(database))
  // More than one page of them.
  const people = Array.from({ length: 300 }, (_, index) => withEverything(`person-${index}`))
  for (const person of [...people, plain()]) expect(await identities.insert(person)).toMatchObject({ kind: 'written' })

  expect(await sealAccountsAnew(identities, during), 'who keeps nothing is left alone').toBe(300)
  for (const { id } of people) {
    const person = (await identities.find(id)) ?? plain()
    expect(totpUrlOf(afterwards, person)).toBe(url)
    expect(person.credentials.totp?.config).toMatchObject({ last_step: 77 })
    expect(backupCodesOf(afterwards, person)).toEqual([
      { code: 'abcd1234', usedAt: 5 },
      { code: 'efgh5678', usedAt: undefined },
    ])
    expect(openLinks(afterwards, person.credentials.oidc?.config ?? {})).toMatchObject({
      providers: [{ initial_id_token: 'id-token', initial_access_token: 'access-token', initial_refresh_token: '' }],
    })
    expect(() => totpUrlOf(before, person)).toThrow(/cannot be opened/)
  }
})

test('a value that no secret opens stops it before anything is dropped', async () => {
  const database = openTested()
  const identities = createIdentityStore(database, backgroundRecording(database))
  await identities.insert(withEverything('ada'))
  await expect(sealAccountsAnew(identities, afterwards)).rejects.toThrow(/cannot be opened/)
})

test('messages on their way are sealed again as well', async () => {
  const database = openTested()
  const times = { dueAt: 1, createdAt: 1, updatedAt: 1 }
  const message = {
    id: randomUUID(),
    status: 'queued',
    type: 'email',
    channel: 'email',
    recipient: 'ada@example.org',
    subject: 'Your code',
    body: '123456',
    html: '',
    templateData: { code: '123456' },
    templateType: 'login_code_valid',
    sendCount: 0,
    ...times,
  } as const
  const outbox = (seals: Seals) => createOutboxStore(database, seals, backgroundRecording(database))
  await outbox(before).insert(message)
  expect(await outbox(afterwards).find(message.id)).toMatchObject({ body: '', isUnreadable: true })
  expect(await sealMessagesAnew(database, during)).toBe(1)
  expect(await outbox(afterwards).find(message.id)).toEqual(message)
})
