import { createHmac } from 'node:crypto'
import { createReceiver, type Receiver } from '@gatehouse/testing/receivers'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { moveClock, resetClock } from '../service/devtools.ts'
import { newPerson } from '../service/people.ts'
import { register, trySignIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'

/** Tells whether a delivery was signed with a secret, by the rule that docs/event-streams.md gives receivers. */
function isSigned(secret: string, { headers, body }: Receiver['received'][number]): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(right)
}

/** Makes a stream on the page for it. */
async function makeStream(consolePage: Page, root: string, endpoint: string): Promise<void> {
  await consolePage.goto(`${root}/streams`)
  await consolePage.getByRole('link', { name: 'New event stream' }).click()
  await consolePage.getByLabel('Address').fill(endpoint)
  await consolePage.getByRole('button', { name: 'Create event stream' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('The event stream was created')
}

const about = (receiver: Receiver, identity: string) =>
  receiver.received.filter(({ event }) => event.identity_id === identity)

test('a stream made in the console brings sign-ups to its receiver, signed with the secret that the console shows', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Streams')
  const { root } = shop
  const receiver = await createReceiver()
  await consolePage.goto(`${root}/streams`)
  await expect(consolePage.getByText('No event streams yet.')).toBeVisible()
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.getByRole('link', { name: 'New event stream' }).click()
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await makeStream(consolePage, root, receiver.url.replace('://', '://shop:hush@'))
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText(new URL(receiver.url).host)
  await expect(consolePage.getByRole('main')).toContainText('shop:xxxxx@')
  await expect(consolePage.getByRole('main')).not.toContainText('hush')

  await consolePage.getByRole('button', { name: 'Send a test event' }).click()
  await expect(consolePage.getByTestId('tested')).toContainText('Delivered: the receiver')
  expect(receiver.received.at(-1)?.headers.authorization).toBe(`Basic ${btoa('shop:hush')}`)
  await consolePage.getByRole('button', { name: 'Show the secret' }).click()
  const secret = await consolePage.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await expectAccessible(consolePage)
  await expectFits(consolePage)

  const identity = await register(shop.origin, newPerson())
  await expect.poll(() => about(receiver, identity).length).toBeGreaterThan(0)
  for (const delivery of receiver.received) expect(isSigned(secret, delivery)).toBe(true)

  await consolePage.getByRole('button', { name: 'Pause' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('Paused')
  const later = await register(shop.origin, newPerson())
  await consolePage.reload()
  await expect(consolePage.locator('#state')).toContainText(/[1-9]\d* not delivered yet/)
  expect(about(receiver, later)).toEqual([])
  await consolePage.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => about(receiver, later).length).toBeGreaterThan(0)

  const before = about(receiver, identity).length
  await consolePage.getByLabel('From').fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16))
  await consolePage.getByRole('button', { name: 'Count events' }).click()
  await expect(consolePage.getByTestId('replay')).toContainText(/again: [1-9]/)
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  expect(about(receiver, identity)).toHaveLength(before)
  await consolePage.getByRole('button', { name: /^Send them again/ }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('being sent')
  await expect.poll(() => about(receiver, identity).length).toBe(2 * before)

  await consolePage.getByRole('link', { name: 'Replace the secret' }).click()
  const dialog = consolePage.getByRole('alertdialog')
  await dialog.getByLabel('The old secret expires').selectOption('0')
  await dialog.getByRole('button', { name: 'Replace the secret' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('new signing secret')
  await consolePage.getByRole('button', { name: 'Send a test event' }).click()
  await expect(consolePage.getByTestId('tested')).toContainText('Delivered: the receiver')
  const tried = receiver.received.findLast(({ body }) => body.includes('"EventStreamTest"'))
  expect(tried !== undefined && isSigned(secret, tried)).toBe(false)

  await consolePage.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await expect(consolePage.getByRole('link', { name: 'Deliveries', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(consolePage.getByRole('row', { name: /IdentityCreated/ }).first()).toContainText('Delivered')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.goBack()
  await consolePage.getByRole('link', { name: 'Delete', exact: true }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('deleted')
  await expect(consolePage.getByText('No event streams yet.')).toBeVisible()
  await receiver.close()
})

test('an event that a receiver refuses for hours counts as failed, is shown with the reason, and is tried again', async ({
  consolePage,
  gateway,
  newProject,
}) => {
  test.slow()
  const shop = await newProject('Failed deliveries')
  const { root } = shop
  let status = 503
  const receiver = await createReceiver(() => status)
  await makeStream(consolePage, root, receiver.url)
  await consolePage.getByRole('button', { name: 'Send a test event' }).click()
  await expect(consolePage.getByTestId('tested')).toContainText('the endpoint answered 503')
  await expectAccessible(consolePage)
  const stream = new URL(consolePage.url()).pathname.split('/').at(-1) ?? ''
  const identity = await register(shop.origin, newPerson())
  const counts = () => shop.call<{ deliveries: { dead: number; pending: number } }>('GET', `/eventstreams/${stream}`)
  await expect.poll(() => about(receiver, identity).length).toBeGreaterThan(0)
  await consolePage.goto(`${root}/streams`)
  await expect(consolePage.getByRole('row').nth(1)).toContainText('Failing')
  await expectAccessible(consolePage)
  await expectFits(consolePage)

  try {
    // The attempts of half a day, each as soon as it is due; a change of the stream wakes it.
    await expect
      .poll(
        async () => {
          await moveClock(gateway.origin, '1h')
          // An operator who does nothing for half a day is signed out.
          await consolePage.request.get(`${root}/streams`)
          await shop.call('POST', `/eventstreams/${stream}/resume`)
          return (await counts()).deliveries.dead
        },
        { intervals: [100], timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await consolePage.goto(`${root}/streams/${stream}/deliveries?state=dead`)
    const letter = consolePage.getByRole('row').nth(1)
    await expect(letter).toContainText('Failed permanently')
    await expect(letter).toContainText('the endpoint answered 503')
    await letter.getByText('Full event').click()
    await expect(letter.getByRole('group', { name: 'Full event' })).toContainText('"project_id"')
    await expectAccessible(consolePage)
    await expectFits(consolePage)

    status = 204
    await letter.getByRole('button', { name: 'Retry' }).click()
    await expect(consolePage.getByTestId('notice')).toContainText('Retried: 1')
    await consolePage.getByRole('link', { name: 'Failed', exact: true }).click()
    if ((await counts()).deliveries.dead > 0) {
      await consolePage.getByRole('link', { name: 'Retry all' }).click()
      await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Retry all' }).click()
    }
    await expect
      .poll(
        async () => {
          await moveClock(gateway.origin, '1h')
          // An operator who does nothing for half a day is signed out.
          await consolePage.request.get(`${root}/streams`)
          await shop.call('POST', `/eventstreams/${stream}/resume`)
          const { dead, pending } = (await counts()).deliveries
          // Waking it is a separate event.
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

test('a destination inside the network, or one that leaks a password, is refused with a reason @events-1', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Refused')
  const { root } = shop
  await consolePage.goto(`${root}/streams/new`)
  await consolePage.getByLabel('Address').fill('https://169.254.169.254/latest')
  await consolePage.getByRole('button', { name: 'Create event stream' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('not on the public internet')
  await expect(consolePage.getByLabel('Address')).toHaveValue('https://169.254.169.254/latest')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.getByRole('link', { name: 'Amazon SNS' }).click()
  await consolePage.getByLabel('Topic').fill('events')
  await consolePage.getByLabel('Role').fill('publisher')
  await consolePage.getByRole('button', { name: 'Create event stream' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('ARN')

  await makeStream(consolePage, root, 'https://events.example.org/in')
  await consolePage.getByRole('link', { name: 'Edit event stream' }).click()
  await consolePage.getByLabel('Name (optional)', { exact: true }).fill('Billing')
  await consolePage.getByLabel('User name').fill('shop')
  await consolePage.getByLabel('Password').fill('hush')
  await consolePage.getByRole('button', { name: 'Save' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Billing')
  await expect(consolePage.getByRole('main')).toContainText('shop:xxxxx@')
  await consolePage.goto(`${root}/streams`)
  await consolePage
    .getByRole('row')
    .filter({ hasText: 'events.example.org' })
    .getByRole('link', { name: 'Billing' })
    .click()
  await consolePage.getByRole('link', { name: 'Edit event stream' }).click()
  await consolePage.getByLabel('Address').fill('https://elsewhere.example.org/in')
  await consolePage.getByRole('button', { name: 'Save' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('Enter the password again')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
})

test('the overview counts people and sign-ins, draws them for every range, and offers no step that is done @overview-1', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Overview')
  const { root } = shop
  await consolePage.goto(root)
  await expect(consolePage.getByText('No sign-ins in this period.')).toBeVisible()
  const steps = consolePage.locator('#next [data-part=row]')
  await expect(steps).toContainText([
    'Sign up as the first person',
    'Decide how people sign in',
    'Connect an application',
  ])
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  const person = newPerson()
  await register(shop.origin, person)
  for (const password of [person.password, 'not-the-Password-9']) await trySignIn(shop.origin, { ...person, password })
  await consolePage.reload()
  const figure = (name: string) => consolePage.locator(`[data-figure=${name}] dd`)
  for (const name of ['succeeded', 'failed', 'new']) await expect(figure(name)).toHaveText('1↑ 1 more than before')
  await expect(steps).toContainText(['Decide how people sign in'])
  await expect(figure('people')).toHaveText('1')
  await expect(figure('second')).toHaveText('0%0 of 1')
  await expect(figure('sessions')).toHaveText('2')
  await expect(figure('unsent')).toHaveText('0')
  for (const range of ['24 hours', '7 days', '30 days']) {
    await consolePage.getByRole('link', { name: range }).click()
    await expect(consolePage.getByRole('link', { name: range })).toHaveAttribute('aria-current', 'page')
    await expect(consolePage.getByRole('img', { name: /Succeeded: 1\. Failed: 1\./ })).toBeVisible()
    for (const kind of ['succeeded', 'failed']) {
      const drawn = consolePage.getByTestId(`chart-${kind}`).locator(`rect[data-kind=${kind}]:not([height="0"])`)
      await expect(drawn).toHaveCount(1)
    }
    await expect(consolePage.getByTestId('reasons').getByRole('listitem')).toHaveText(['wrong password1'])
  }
  await consolePage.getByText('View as table').click()
  const cells = consolePage.getByRole('table', { name: 'Sign-ins' }).getByRole('cell')
  await expect(cells.filter({ hasText: /^(?:Succeeded|Failed) 1$/ })).toHaveCount(2)
  await expect(consolePage.getByRole('table', { name: 'By method' }).getByRole('row').last()).toContainText('Password')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
})

test('new events appear without a reload, wait while the view is paused, and can be filtered', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Live')
  const { root } = shop
  await consolePage.goto(`${root}/events`)
  const tail = consolePage.getByTestId('tail')
  await expect(tail).toHaveAttribute('data-state', 'live')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  const line = (type: string) => consolePage.locator(`[data-type=${type}]`)
  await expect(line('ProjectCreated')).toContainText(' created the project Live')
  const people = line('RegistrationSucceeded')
  await expect(people).toHaveCount(0)
  const ada = newPerson('ada')
  const identity = await register(shop.origin, ada)
  await expect(people).toHaveText(new RegExp(`${ada.email} created an account with a password — .*127`))
  // One line for one action: the events that were recorded along with it are inside.
  await expect(line('IdentityCreated')).toHaveCount(0)

  await consolePage.getByRole('button', { name: 'Pause' }).click()
  await expect(tail).toHaveAttribute('data-state', 'paused')
  await register(shop.origin, newPerson())
  const { events } = await shop.call<{ events: readonly { id: string; type: string }[] }>('GET', '/events?order=newest')
  expect(events.filter(({ type }) => type === 'RegistrationSucceeded')).toHaveLength(2)
  await expect(people).toHaveCount(1)
  await consolePage.getByRole('button', { name: 'Resume' }).click()
  await expect(people).toHaveCount(2)
  const ids = await consolePage
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
  expect(new Set(ids).size).toBe(ids.length)
  await people
    .last()
    .locator('summary')
    .click({ position: { x: 5, y: 5 } })
  await expect(people.last()).toContainText('IdentityCreated')
  await expect(people.last().getByRole('group', { name: 'Full event' })).toContainText('"schema_version": 1')
  await expectAccessible(consolePage)
  await expectFits(consolePage)

  await consolePage.locator('summary').filter({ hasText: /^Type/ }).click()
  await consolePage.getByRole('link', { name: 'IdentityCreated', exact: true }).click()
  await expect(consolePage.getByRole('link', { name: 'Remove filter Type: IdentityCreated' })).toBeVisible()
  await consolePage.getByLabel('Person').fill(ada.email)
  await consolePage.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(consolePage.locator('[data-row]')).toHaveText([new RegExp(`The account of ${ada.email} was created`)])
  await expect(tail).toHaveAttribute('data-state', 'live')
  await consolePage.getByTestId('whose-events').getByRole('link', { name: ada.email }).click()
  await expect(consolePage).toHaveURL(`${root}/people/${identity}`)
})

test('a person is found by a part of their data, and chosen if several match', async ({ consolePage, newProject }) => {
  const shop = await newProject('Finding')
  const { root } = shop
  const [ada, another] = [newPerson('lovelace'), newPerson('lovelace')]
  const identity = await register(shop.origin, ada)
  await register(shop.origin, another)
  await trySignIn(shop.origin, { ...ada, password: 'not-the-Password-9' })
  await consolePage.goto(`${root}/events?person=lovelace`)
  await expect(consolePage.getByRole('link', { name: another.email })).toBeVisible()
  await expectAccessible(consolePage)
  await consolePage.getByRole('link', { name: ada.email }).click()
  await expect(consolePage).toHaveURL(`${root}/events?identity=${identity}`)
  const failure = consolePage.locator('[data-type=LoginFailed]')
  await expect(failure).toContainText(`${ada.email} could not sign in with a password: wrong password`)
  await consolePage.goto(`${root}/events?person=nobody-of-this-name`)
  await expect(consolePage.getByText('No people match “nobody-of-this-name”')).toBeVisible()
  await expectAccessible(consolePage)
})

test('without script events are a list with a way to load it again, and streams are made @no-js', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Plain')
  const { root } = shop
  await consolePage.goto(`${root}/events`)
  await expect(consolePage.locator('[data-type=ProjectCreated]')).toBeVisible()
  await register(shop.origin, newPerson())
  await consolePage.getByRole('link', { name: 'Reload' }).click()
  await expect(consolePage.locator('[data-type=RegistrationSucceeded]')).toHaveCount(1)
  await consolePage.goto(root)
  await expect(consolePage.locator('[data-figure=people] dd')).toHaveText('1')

  const receiver = await createReceiver()
  await makeStream(consolePage, root, receiver.url)
  await consolePage.getByRole('button', { name: 'Send a test event' }).click()
  await expect(consolePage.getByTestId('tested')).toContainText('Delivered: the receiver')
  await consolePage.getByLabel('From').fill('2020-01-01T00:00')
  await consolePage.getByRole('button', { name: 'Count events' }).click()
  await expect(consolePage.getByTestId('replay')).toContainText('Events that would be sent again')
  await consolePage.getByRole('link', { name: 'Delete', exact: true }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('deleted')
  await receiver.close()
})
