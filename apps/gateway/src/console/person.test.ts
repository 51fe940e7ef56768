import { emailTrait, schemaOf } from '@gatehouse/testing/journeys'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ConsoleHarness, hiddenValue, isBuilt, openConsoleHarness, sentBy } from './console.fixture.ts'

const street = { type: 'object', properties: { street: { type: 'string', title: 'Street' } } }
const shopSchema = schemaOf({
  email: emailTrait('Email'),
  work_email: emailTrait('Work email'),
  name: { type: 'object', properties: { first: { type: 'string', title: 'First name' } } },
  home: street,
  work: street,
  things: { type: 'array', title: 'Things' },
  news: { type: 'boolean', title: 'News' },
  seen: { type: 'string', format: 'date-time', title: 'Seen' },
  note: { type: ['string', 'null'], title: 'Note' },
  age: { type: 'number', title: 'Age' },
})
const schemaUrl = `base64://${Buffer.from(JSON.stringify(shopSchema)).toString('base64')}`
const schemas = '/services/identity/config/identity/schemas'

describe.skipIf(!isBuilt)('the page of a person', () => {
  let harness: ConsoleHarness
  let browser: ReturnType<ConsoleHarness['browser']>
  let people = ''
  let project = ''
  /** What happens before the console’s next change of an account reaches the control plane, or a response in its place. */
  let meanwhile: (() => Promise<unknown>) | undefined
  afterAll(() => harness.gateway.stop())
  beforeAll(async () => {
    harness = await openConsoleHarness()
    const { controlPlane } = harness.installation
    const { fetchAs } = controlPlane
    vi.spyOn(controlPlane, 'fetchAs').mockImplementation((principal) => async (request) => {
      if (request.method === 'PATCH') {
        const first = meanwhile
        meanwhile = undefined
        const answer = await first?.()
        if (answer instanceof Response) return answer
      }
      return fetchAs(principal)(request)
    })
    const { email } = await harness.member('ada', 'owner')
    project = `/projects/${(await harness.control('GET', '/projects')).body[0].id}`
    const added = await harness.control('PATCH', project, [
      { op: 'add', path: `${schemas}/-`, value: { id: 'shop', url: schemaUrl } },
    ])
    if (added.status !== 200) throw new Error(JSON.stringify(added.body))
    browser = harness.browser()
    await browser.signIn(email)
    people = `${harness.home}/people`
  })

  const admin = (method: string, path: string, body?: unknown) =>
    harness.control(method, `${project}/admin${path}`, body)
  const stored = async (id: string) => (await admin('GET', `/identities/${id}`)).body
  const account = async (traits: object, schema = 'shop') =>
    String((await admin('POST', '/identities', { schema_id: schema, traits })).body.id)

  test('deletes the account only if its own address was typed, whatever else the form says @person-delete-1', async () => {
    const id = await account({ email: 'deleted@example.com' })
    for (const typed of [{}, { name: 'x', typed: 'x' }, { typed: 'ada@example.com' }]) {
      const kept = await browser.post(`${people}/${id}?ask=delete`, { intent: 'delete', ...typed })
      expect([kept.status, (await stored(id)).id]).toEqual([400, id])
      expect(kept.html).toContain('Type the text exactly as shown')
    }
    const asked = await browser.open(`${people}/${id}?ask=delete`)
    expect(asked.html).toContain('deleted@example.com')
    const gone = await browser.post(`${people}/${id}`, { intent: 'delete', typed: 'deleted@example.com' })
    expect([gone.status, gone.path]).toEqual([200, people])
    expect((await admin('GET', `/identities/${id}`)).status).toBe(404)
  })

  test('an extension that changes nothing is not said to be one @session-extend-1', async () => {
    const { id } = await harness.member('grace')
    const [session] = (await admin('GET', `/identities/${id}/sessions`)).body
    const extend = () => browser.post(`${people}/${id}`, { intent: `extend.${session.id}` })
    expect((await extend()).html).toContain('The session was extended.')
    await harness.control('PATCH', project, [
      { op: 'add', path: '/services/identity/config/session', value: { earliest_possible_extend: '1h' } },
    ])
    expect((await extend()).html).toContain('its end is still too far away')
    await harness.control('PATCH', project, [{ op: 'remove', path: '/services/identity/config/session' }])
  })

  test('marks as verified the address that was asked about, or none @person-verify-1', async () => {
    const id = await account({ email: 'one@example.com', work_email: 'two@example.com' })
    const verified = async () =>
      (await stored(id)).verifiable_addresses.map((one: { value: string; verified: boolean }) => [
        one.value,
        one.verified,
      ])
    const unknown = await browser.post(`${people}/${id}`, { intent: 'verify', address: 'three@example.com' })
    expect(unknown.html).toContain('no longer has this address')
    meanwhile = () =>
      admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/traits/email', value: 'new@example.com' }])
    const moved = await browser.post(`${people}/${id}`, { intent: 'verify', address: 'one@example.com' })
    expect(moved.html).toContain('no longer has this address')
    expect(Object.fromEntries(await verified())).toEqual({ 'new@example.com': false, 'two@example.com': false })
    const done = await browser.post(`${people}/${id}`, { intent: 'verify', address: 'two@example.com' })
    expect(done.html).toContain('two@example.com is marked as verified')
    expect(Object.fromEntries(await verified())).toEqual({ 'new@example.com': false, 'two@example.com': true })
  })

  test('shows the value that someone else saved before it is replaced @person-edit-2', async () => {
    const id = await account({ email: 'stale@example.com', name: { first: 'Ada' } })
    const path = `${people}/${id}?edit=traits.name.first`
    const fields = { intent: 'edit', field: 'traits.name.first', 'traits.name.first': 'Augusta' }
    const opened = hiddenValue(await browser.open(path), 'before')
    await admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/traits/name/first', value: 'Adelaide' }])
    const refused = await browser.post(path, { ...fields, before: opened })
    expect([refused.status, (await stored(id)).traits.name.first]).toEqual([409, 'Adelaide'])
    expect(refused.html).toContain('Someone else saved changes after you opened this form')
    expect(refused.html).toMatch(/data-testid="saved-meanwhile".*Adelaide/s)
    expect(refused.html).toContain('value="Augusta"')
    // What was shown may be replaced; what came after that may not.
    await admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/traits/name/first', value: 'Annabella' }])
    const again = await browser.post(path, { ...fields, before: hiddenValue(refused, 'before') })
    expect(again.html).toMatch(/data-testid="saved-meanwhile".*Annabella/s)
    const saved = await browser.post(path, { ...fields, before: hiddenValue(again, 'before') })
    expect([saved.status, (await stored(id)).traits.name.first]).toEqual([200, 'Augusta'])
  })

  test('a value that the service refused is not said to be saved meanwhile @person-edit-13', async () => {
    const id = await account({ email: 'busy@example.com', name: { first: 'Ada' } })
    const path = `${people}/${id}?edit=traits.name.first`
    const before = hiddenValue(await browser.open(path), 'before')
    const error = { code: 409, status: 'Conflict', message: 'not now', reason: 'Another change is under way.' }
    meanwhile = () => Promise.resolve(Response.json({ error }, { status: 409 }))
    const fields = { intent: 'edit', field: 'traits.name.first', 'traits.name.first': 'Augusta', before }
    const refused = await browser.post(path, fields)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('value="Augusta"')
    expect(refused.html).not.toContain('saved-meanwhile')
  })

  test('does not replace a whole account that someone else changed @person-edit-3', async () => {
    const id = await account({ email: 'whole@example.com', name: { first: 'Ada' } })
    const path = `${people}/${id}/edit`
    const fields = {
      intent: 'save',
      'traits.email': 'whole@example.com',
      'traits.name.first': 'Augusta',
      state: 'active',
    }
    const before = hiddenValue(await browser.open(path), 'before')
    const changed = () =>
      admin('PATCH', `/identities/${id}`, [{ op: 'add', path: '/metadata_admin', value: { plan: 'gold' } }])
    await changed()
    const refused = await browser.post(path, { ...fields, before })
    expect([refused.status, refused.html.includes('Someone else saved changes')]).toEqual([409, true])
    expect(await stored(id)).toMatchObject({ traits: { name: { first: 'Ada' } }, metadata_admin: { plan: 'gold' } })
    meanwhile = () =>
      admin('PATCH', `/identities/${id}`, [{ op: 'add', path: '/metadata_admin', value: { plan: 'silver' } }])
    const raced = await browser.post(path, { ...fields, before: hiddenValue(refused, 'before') })
    expect([raced.status, (await stored(id)).metadata_admin]).toEqual([409, { plan: 'silver' }])
    const saved = await browser.post(path, { ...fields, before: hiddenValue(raced, 'before') })
    expect([saved.status, saved.path]).toEqual([200, `${people}/${id}`])
    expect(await stored(id)).toMatchObject({ traits: { name: { first: 'Augusta' } }, metadata_admin: null })
  })

  test('leaves an account as it is when its form is saved as it was opened @person-edit-5', async () => {
    const traits = {
      email: 'untouched@example.com',
      name: { first: ' Ada\nAugusta ' },
      home: { street: '' },
      seen: '2026-01-02T03:04:05.678+02:00',
      things: [],
      note: null,
    }
    const id = await account(traits)
    const path = `${people}/${id}/edit`
    const fields = sentBy(await browser.open(path), 'save')
    const saved = await browser.post(path, { ...fields, 'traits.age': '36', reason: 'birthday' })
    expect([saved.status, (await stored(id)).traits]).toEqual([200, { ...traits, age: 36 }])
  })

  test('keeps a tick in a form that is refused @person-edit-6', async () => {
    const id = await account({ email: 'ticked@example.com', news: false })
    const path = `${people}/${id}/edit`
    const typed = { ...sentBy(await browser.open(path), 'save'), 'traits.news': 'true', metadata_admin: '{' }
    const refused = await browser.post(path, typed)
    expect([refused.status, sentBy(refused, 'save')['traits.news']]).toEqual([400, 'true'])
  })

  test('does not replace what was saved while a form was corrected @person-edit-7', async () => {
    const id = await account({ email: 'corrected@example.com', name: { first: 'Ada' } })
    const replace = (value: string) =>
      admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/traits/name/first', value }])
    const path = `${people}/${id}/edit`
    const opened = sentBy(await browser.open(path), 'save')
    await replace('Adelaide')
    const refused = await browser.post(path, { ...opened, metadata_admin: '{' })
    const corrected = { ...sentBy(refused, 'save'), metadata_admin: '', 'traits.name.first': 'Augusta' }
    const again = await browser.post(path, corrected)
    expect([refused.status, again.status, (await stored(id)).traits.name.first]).toEqual([400, 409, 'Adelaide'])
  })

  test('shows all that someone else saved, and keeps it where nothing else was typed @person-edit-8', async () => {
    const id = await account({ email: 'merged@example.com', name: { first: 'Ada' }, age: 36 })
    const path = `${people}/${id}/edit`
    const opened = sentBy(await browser.open(path), 'save')
    await admin('PATCH', `/identities/${id}`, [
      { op: 'replace', path: '/traits/age', value: 37 },
      { op: 'replace', path: '/traits/name/first', value: 'Adelaide' },
      { op: 'add', path: '/metadata_admin', value: { plan: 'gold' } },
      { op: 'replace', path: '/state', value: 'inactive' },
    ])
    const refused = await browser.post(path, { ...opened, 'traits.name.first': 'Augusta', reason: 'wedding' })
    expect(refused.status).toBe(409)
    const [, shown = ''] = /<section[^>]* id="saved-meanwhile"(.*?)<\/section>/s.exec(refused.html) ?? []
    for (const text of ['Age', '37', 'First name', 'Adelaide', 'Metadata for administrators', 'gold', 'Suspended']) {
      expect(shown).toContain(text)
    }
    const again = sentBy(refused, 'save')
    expect(again).toMatchObject({
      'traits.name.first': 'Augusta',
      'traits.age': '37',
      state: 'inactive',
      reason: 'wedding',
    })
    expect((await browser.post(path, again)).status).toBe(200)
    expect(await stored(id)).toMatchObject({
      traits: { name: { first: 'Augusta' }, age: 37 },
      metadata_admin: { plan: 'gold' },
      state: 'inactive',
    })
  })

  test('saves a trait while someone else saves another one @person-edit-9', async () => {
    const id = await account({ email: 'apart@example.com', name: { first: 'Ada' } })
    const path = `${people}/${id}?edit=traits.name.first`
    const fields = sentBy(await browser.open(path), 'edit')
    meanwhile = () => admin('PATCH', `/identities/${id}`, [{ op: 'add', path: '/traits/age', value: 36 }])
    const saved = await browser.post(path, { ...fields, 'traits.name.first': 'Augusta' })
    expect([saved.status, (await stored(id)).traits]).toMatchObject([200, { name: { first: 'Augusta' }, age: 36 }])
  })

  test.each([
    ['metadata_admin', '{ "plan": "gold", "plan": "free" }', 'The same key is in an object twice, at line 1'],
    ['metadata_admin', '{ "id": 12345678901234567890 }', 'The number 12345678901234567890 cannot be stored exactly'],
    ['metadata_admin', '{\n  "plan": gold\n}', 'not valid JSON: see line 2, column 11'],
    ['traits.age', '12345678901234567890', 'Enter a number with at most 15 digits'],
  ])(
    'refuses %s %s, which would be stored as something else, and says how to mend it @person-edit-11',
    async (field, text, fault) => {
      const id = await account({ email: `exact-${crypto.randomUUID()}@example.com` })
      const before = await stored(id)
      const path = `${people}/${id}?edit=${field}`
      const refused = await browser.post(path, { ...sentBy(await browser.open(path), 'edit'), [field]: text })
      expect([refused.status, sentBy(refused, 'edit')[field]]).toEqual([400, text])
      expect(refused.html).toContain(fault)
      expect(await stored(id)).toEqual(before)
    },
  )

  test('says what the service has against an account, and not that an address is gone @person-verify-2', async () => {
    const schemaOfNow = async (required: string[]) => {
      const schema = schemaOf({ email: emailTrait('Email'), age: { type: 'number' } }, {}, required)
      const value = { id: 'strict', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }
      const isThere = required.length > 1
      const { status } = await harness.control('PATCH', project, [
        isThere ? { op: 'replace', path: `${schemas}/2`, value } : { op: 'add', path: `${schemas}/-`, value },
      ])
      expect(status).toBe(200)
    }
    await schemaOfNow(['email'])
    const id = await account({ email: 'strict@example.com' }, 'strict')
    await schemaOfNow(['email', 'age'])
    const ask = `${people}/${id}?${new URLSearchParams({ ask: 'verify.strict@example.com' })}`
    const fields = { intent: 'verify', address: 'strict@example.com', reason: 'showed the letter' }
    const refused = await browser.post(ask, fields)
    expect(refused.html).not.toContain('no longer has this address')
    expect([refused.status, sentBy(refused, 'verify')['reason']]).toEqual([400, 'showed the letter'])
  })

  test('signs out everywhere an account without sessions, and still knows the last sign-in @person-sign-out-1', async () => {
    const { id } = await harness.member('lin')
    for (const _ of ['with a session', 'without one']) {
      const out = await browser.post(`${people}/${id}`, { intent: 'revoke_all' })
      expect([out.status, out.path]).toEqual([200, `${people}/${id}`])
      expect(out.html).toContain('All sessions of this person were ended')
      expect(out.html.replaceAll('<!-- -->', '')).toMatch(/Last sign-in: <time[^>]*>[^<]*<\/time> · Password/)
    }
  })

  test('has no messages for a role without them, and reads them without a line in the audit log @person-messages-1', async () => {
    const { id } = await harness.member('mary')
    const audited = async () =>
      (await harness.control('GET', `/workspaces/${harness.workspace.id}/audit`)).body.entries.map(
        ({ operation }: { operation: string }) => operation,
      )
    expect((await browser.open(`${people}/${id}/messages`)).html).toContain('mary@example.com')
    expect(await audited()).not.toContain('listCourierMessages')
    const { email } = await harness.member('vera', 'viewer')
    const viewer = harness.browser()
    await viewer.signIn(email)
    expect((await viewer.open(`${people}/${id}/messages`)).status).toBe(403)
    expect((await viewer.post(`${people}/${id}`, { intent: `restore.${crypto.randomUUID()}` })).status).toBe(403)
  })

  test('shows every trait under a label of its own @person-traits-1', async () => {
    const traits = {
      email: 'traits@example.com',
      name: { first: 'Ada', middle: 'King' },
      home: { street: 'Home Row' },
      work: { street: 'Work Row' },
    }
    const { html } = await browser.open(`${people}/${await account(traits)}`)
    for (const text of ['King', 'Home · street', 'Work · street', 'Home Row', 'Work Row']) expect(html).toContain(text)
    expect(html).not.toContain('>Street<')
  })

  test('saves a list of objects as it was @person-edit-4', async () => {
    const things = [{ a: 1 }, 'two', [3]]
    const id = await account({ email: 'list@example.com', things })
    const path = `${people}/${id}?edit=traits.things`
    const form = await browser.open(path)
    const [, text = ''] = /<textarea[^>]*name="traits.things"[^>]*>([^<]*)/.exec(form.html) ?? []
    const lines = text.replaceAll('&quot;', '"')
    const fields = { intent: 'edit', field: 'traits.things', before: hiddenValue(form, 'before') }
    const save = async (value: string, before = fields.before) =>
      (await browser.post(path, { ...fields, before, 'traits.things': value })).status
    expect([await save(lines), (await stored(id)).traits.things]).toEqual([200, things])
    expect([await save(lines.replace('1', '5')), (await stored(id)).traits.things]).toEqual([
      200,
      [{ a: 5 }, 'two', [3]],
    ])
  })

  test('answers a form that it does not have with the page for a wrong address @person-forms-1', async () => {
    const { id } = await harness.member('nora')
    for (const path of [`${people}/${id}`, `${harness.home}/sessions`]) {
      expect([path, (await browser.post(path, { intent: 'nothing' })).status]).toEqual([path, 404])
    }
  })

  test('offers no form for an account whose schema was removed @person-schema-1', async () => {
    const id = await account({ email: 'removed@example.com' })
    expect((await browser.open(`${people}/${id}`)).html).toContain(`${people}/${id}/edit"`)
    const { status } = await harness.control('PATCH', project, [{ op: 'remove', path: `${schemas}/1` }])
    expect(status).toBe(200)
    const page = await browser.open(`${people}/${id}`)
    expect([page.status, page.html.includes(`${people}/${id}/edit"`)]).toEqual([200, false])
  })
})
