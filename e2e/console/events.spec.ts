import { createHmac } from 'node:crypto'
import { createReceiver } from '@gatehouse/testing/event-receiver'
import type { Receiver } from '@gatehouse/testing/event-receiver'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { moveClock, resetClock } from '../service/desk.ts'
import { newPerson } from '../service/people.ts'
import { register, trySignIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'

/** Whether a delivery was signed with a secret, by the rule that docs/event-streams.md gives receivers. */
function isSigned(secret: string, { headers, body }: Receiver['received'][number]): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(right)
}

/** Makes a stream on the page for it. */
async function makeStream(desk: Page, root: string, endpoint: string): Promise<void> {
  await desk.goto(`${root}/streams`)
  await desk.getByRole('link', { name: 'New event stream' }).click()
  await desk.getByLabel('Address').fill(endpoint)
  await desk.getByRole('button', { name: 'Create event stream' }).click()
  await expect(desk.getByTestId('notice')).toContainText('The event stream is there')
}

const about = (receiver: Receiver, identity: string) =>
  receiver.received.filter(({ event }) => event.identity_id === identity)

test('a stream made in the console brings sign-ups to its receiver, signed with the secret that the console shows', async ({
  desk,
  newProject,
}) => {
  const shop = await newProject('Streams')
  const { root } = shop
  const receiver = await createReceiver()
  await desk.goto(`${root}/streams`)
  await expect(desk.getByText('No event goes anywhere yet.')).toBeVisible()
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.getByRole('link', { name: 'New event stream' }).click()
  await expectAccessible(desk)
  await expectFits(desk)
  await makeStream(desk, root, receiver.url.replace('://', '://shop:hush@'))
  await expect(desk.getByRole('heading', { level: 1 })).not.toContainText('hush')

  await desk.getByRole('button', { name: 'Send a test event' }).click()
  await expect(desk.getByTestId('tested')).toContainText('It has arrived')
  expect(receiver.received.at(-1)?.headers.authorization).toBe(`Basic ${btoa('shop:hush')}`)
  await desk.getByRole('button', { name: 'Show the secret' }).click()
  const secret = await desk.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await expectAccessible(desk)
  await expectFits(desk)

  const identity = await register(shop.origin, newPerson())
  await expect.poll(() => about(receiver, identity).length).toBeGreaterThan(0)
  for (const delivery of receiver.received) expect(isSigned(secret, delivery)).toBe(true)

  await desk.getByRole('button', { name: 'Pause' }).click()
  await expect(desk.getByTestId('notice')).toContainText('Paused')
  const later = await register(shop.origin, newPerson())
  await desk.reload()
  await expect(desk.locator('#state')).toContainText(/[1-9]\d* not there yet/)
  expect(about(receiver, later)).toEqual([])
  await desk.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => about(receiver, later).length).toBeGreaterThan(0)

  const before = about(receiver, identity).length
  await desk.getByLabel('From').fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16))
  await desk.getByRole('button', { name: 'How many events is that?' }).click()
  await expect(desk.getByTestId('replay')).toContainText(/again: [1-9]/)
  await expectAccessible(desk)
  await expectFits(desk)
  expect(about(receiver, identity)).toHaveLength(before)
  await desk.getByRole('button', { name: /^Send them again/ }).click()
  await expect(desk.getByTestId('notice')).toContainText('on their way')
  await expect.poll(() => about(receiver, identity).length).toBe(2 * before)

  await desk.getByRole('link', { name: 'Replace the secret' }).click()
  const dialog = desk.getByRole('alertdialog')
  await dialog.getByLabel('The old one counts').selectOption('0')
  await dialog.getByRole('button', { name: 'Replace the secret' }).click()
  await expect(desk.getByTestId('notice')).toContainText('new signing secret')
  await desk.getByRole('button', { name: 'Send a test event' }).click()
  await expect(desk.getByTestId('tested')).toContainText('It has arrived')
  const tried = receiver.received.findLast(({ body }) => body.includes('"EventStreamTest"'))
  expect(tried !== undefined && isSigned(secret, tried)).toBe(false)

  await desk.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await expect(desk.getByRole('row', { name: /IdentityCreated/ }).first()).toContainText('Delivered')
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.goBack()
  await desk.getByRole('link', { name: 'Delete', exact: true }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByTestId('notice')).toContainText('deleted')
  await expect(desk.getByText('No event goes anywhere yet.')).toBeVisible()
  await receiver.close()
})

test('what a receiver refuses for hours becomes a dead letter, is shown with the reason, and is tried again', async ({
  desk,
  gateway,
  newProject,
}) => {
  test.slow()
  const shop = await newProject('Dead letters')
  const { root } = shop
  let status = 503
  const receiver = await createReceiver(() => status)
  await makeStream(desk, root, receiver.url)
  await desk.getByRole('button', { name: 'Send a test event' }).click()
  await expect(desk.getByTestId('tested')).toContainText('the endpoint answered 503')
  await expectAccessible(desk)
  const stream = new URL(desk.url()).pathname.split('/').at(-1) ?? ''
  const identity = await register(shop.origin, newPerson())
  const counts = () => shop.call<{ deliveries: { dead: number; pending: number } }>('GET', `/eventstreams/${stream}`)
  await expect.poll(() => about(receiver, identity).length).toBeGreaterThan(0)
  await desk.goto(`${root}/streams`)
  await expect(desk.getByRole('row').nth(1)).toContainText('Failing')
  await expectAccessible(desk)
  await expectFits(desk)

  try {
    // The attempts of half a day, each as soon as it is due; a change of the stream wakes it.
    await expect
      .poll(
        async () => {
          await moveClock(gateway.origin, '1h')
          // An operator who does nothing for half a day is signed out.
          await desk.request.get(`${root}/streams`)
          await shop.call('POST', `/eventstreams/${stream}/resume`)
          return (await counts()).deliveries.dead
        },
        { intervals: [100], timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await desk.goto(`${root}/streams/${stream}/deliveries?state=dead`)
    const letter = desk.getByRole('row').nth(1)
    await expect(letter).toContainText('Given up')
    await expect(letter).toContainText('the endpoint answered 503')
    await letter.getByText('The whole event').click()
    await expect(letter.getByRole('group', { name: 'The whole event' })).toContainText('"project_id"')
    await expectAccessible(desk)
    await expectFits(desk)

    status = 204
    await letter.getByRole('button', { name: 'Try again' }).click()
    await expect(desk.getByTestId('notice')).toContainText('Tried again: 1')
    await desk.getByRole('link', { name: 'Dead letters' }).click()
    if ((await counts()).deliveries.dead > 0) {
      await desk.getByRole('link', { name: 'Try all again' }).click()
      await desk.getByRole('alertdialog').getByRole('button', { name: 'Try all again' }).click()
    }
    await expect
      .poll(
        async () => {
          await moveClock(gateway.origin, '1h')
          // An operator who does nothing for half a day is signed out.
          await desk.request.get(`${root}/streams`)
          await shop.call('POST', `/eventstreams/${stream}/resume`)
          const { dead, pending } = (await counts()).deliveries
          // Waking it is an event of its own.
          return dead === 0 && pending <= 1
        },
        { intervals: [100], timeout: 60_000 },
      )
      .toBe(true)
  } finally {
    await resetClock(gateway.origin)
    await receiver.close()
  }
})

test('what leads inside, or leaks a password, is refused with a reason @events-1', async ({ desk, newProject }) => {
  const shop = await newProject('Refused')
  const { root } = shop
  await desk.goto(`${root}/streams/new`)
  await desk.getByLabel('Address').fill('https://169.254.169.254/latest')
  await desk.getByRole('button', { name: 'Create event stream' }).click()
  await expect(desk.getByTestId('error-summary')).toContainText('not on the public internet')
  await expect(desk.getByLabel('Address')).toHaveValue('https://169.254.169.254/latest')
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.getByRole('link', { name: 'Amazon SNS' }).click()
  await desk.getByLabel('Topic').fill('events')
  await desk.getByLabel('Role').fill('publisher')
  await desk.getByRole('button', { name: 'Create event stream' }).click()
  await expect(desk.getByTestId('error-summary')).toContainText('ARN')

  await makeStream(desk, root, 'https://events.example.org/in')
  await desk.getByRole('link', { name: 'Change destination' }).click()
  await desk.getByLabel('User name').fill('shop')
  await desk.getByLabel('Password').fill('hush')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('shop:xxxxx@')
  await desk.getByRole('link', { name: 'Change destination' }).click()
  await desk.getByLabel('Address').fill('https://elsewhere.example.org/in')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByTestId('error-summary')).toContainText('Type the password again')
  await expectAccessible(desk)
  await expectFits(desk)
})

test('the overview counts people and sign-ins, and draws them for every range', async ({ desk, newProject }) => {
  const shop = await newProject('Overview')
  const { root } = shop
  await desk.goto(root)
  await expect(desk.getByText('Nobody has signed in, or tried to, in this time.')).toBeVisible()
  await expectAccessible(desk)
  await expectFits(desk)
  const person = newPerson()
  await register(shop.origin, person)
  for (const password of [person.password, 'not-the-Password-9']) await trySignIn(shop.origin, { ...person, password })
  await desk.reload()
  const figure = (name: string) => desk.locator(`[data-figure=${name}] dd`)
  for (const name of ['people', 'succeeded', 'failed']) await expect(figure(name)).toHaveText('1')
  await expect(figure('sessions')).toHaveText('2')
  await expect(figure('unsent')).toHaveText('0')
  for (const range of ['24 hours', '7 days', '30 days']) {
    await desk.getByRole('link', { name: range }).click()
    await expect(desk.getByRole('link', { name: range })).toHaveAttribute('aria-current', 'page')
    await expect(desk.getByRole('img', { name: /Succeeded: 1\. Failed: 1\./ })).toBeVisible()
    const drawn = desk.getByTestId('chart').locator('rect:not([height="0"])')
    await expect(drawn).toHaveCount(2)
  }
  await desk.getByText('The same figures as a table').click()
  const cells = desk.getByRole('table', { name: 'Sign-ins' }).getByRole('cell')
  await expect(cells.filter({ hasText: /^(?:Succeeded|Failed)1$/ })).toHaveCount(2)
  await expect(desk.getByRole('table', { name: 'By method' }).getByRole('row').last()).toContainText('password')
  await expectAccessible(desk)
  await expectFits(desk)
})

test('what happens shows up by itself, waits while the view is paused, and can be narrowed', async ({
  desk,
  newProject,
}) => {
  const shop = await newProject('Live')
  const { root } = shop
  await desk.goto(`${root}/events`)
  const tail = desk.getByTestId('tail')
  await expect(tail).toHaveAttribute('data-state', 'live')
  await expectAccessible(desk)
  await expectFits(desk)
  await expect(desk.getByRole('row', { name: /ProjectCreated/ })).toBeVisible()
  const people = desk.getByRole('row', { name: /RegistrationSucceeded/ })
  await expect(people).toHaveCount(0)
  const identity = await register(shop.origin, newPerson())
  await expect(people).toHaveCount(1)

  await desk.getByRole('button', { name: 'Pause' }).click()
  await expect(tail).toHaveAttribute('data-state', 'paused')
  await register(shop.origin, newPerson())
  const { events } = await shop.call<{ events: readonly { id: string; type: string }[] }>('GET', '/events?order=newest')
  expect(events.filter(({ type }) => type === 'RegistrationSucceeded')).toHaveLength(2)
  await expect(people).toHaveCount(1)
  await desk.getByRole('button', { name: 'Resume' }).click()
  await expect(people).toHaveCount(2)
  const ids = await desk.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
  expect(new Set(ids).size).toBe(ids.length)
  await people.first().getByText('The whole event').click()
  await expect(people.first().getByRole('group', { name: 'The whole event' })).toContainText('"schema_version": 1')
  await expectAccessible(desk)
  await expectFits(desk)

  await desk.getByLabel('What happened').selectOption('IdentityCreated')
  await desk.getByLabel('Id of the person').fill(identity)
  await desk.getByRole('button', { name: 'Search' }).click()
  await expect(desk.locator('tbody tr')).toHaveCount(1)
  await expect(tail).toHaveAttribute('data-state', 'live')
  await desk.getByRole('link', { name: 'a person' }).click()
  await expect(desk).toHaveURL(`${root}/people/${identity}`)
  await desk.goto(`${root}/events?identity=somebody`)
  await expect(desk.getByText(/Write the id of a person/)).toBeVisible()
  await expectAccessible(desk)
})

test('without script events are a list with a way to load it again, and streams are made @no-js', async ({
  desk,
  newProject,
}) => {
  const shop = await newProject('Plain')
  const { root } = shop
  await desk.goto(`${root}/events`)
  await expect(desk.getByRole('row', { name: /ProjectCreated/ })).toBeVisible()
  await register(shop.origin, newPerson())
  await desk.getByRole('link', { name: 'Load again' }).click()
  await expect(desk.getByRole('row', { name: /RegistrationSucceeded/ })).toHaveCount(1)
  await desk.goto(root)
  await expect(desk.locator('[data-figure=people] dd')).toHaveText('1')

  const receiver = await createReceiver()
  await makeStream(desk, root, receiver.url)
  await desk.getByRole('button', { name: 'Send a test event' }).click()
  await expect(desk.getByTestId('tested')).toContainText('It has arrived')
  await desk.getByLabel('From').fill('2020-01-01T00:00')
  await desk.getByRole('button', { name: 'How many events is that?' }).click()
  await expect(desk.getByTestId('replay')).toContainText('Events that would be sent again')
  await desk.getByRole('link', { name: 'Delete', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByTestId('notice')).toContainText('deleted')
  await receiver.close()
})
