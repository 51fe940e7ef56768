/** Delivers three hundred events of ten people to an endpoint, until it is killed. Arguments: database, endpoint. */
import { openControlDatabase } from '../../sql/open.ts'
import { createDeliveryHarness, eventOf } from './delivery.fixture.ts'

const [file = '', endpoint = ''] = process.argv.slice(2)
const harness = await createDeliveryHarness({ database: openControlDatabase(file) })
if ((await harness.store.streams()).length === 0) await harness.stream('s', endpoint)
// The clock does not advance by itself, but failed deliveries have to be retried.
// oxlint-disable-next-line no-restricted-globals -- runs until it is killed
setInterval(() => {
  harness.clock.advance(60_000)
  harness.delivery.refresh()
}, 50)
const events = Array.from({ length: 300 }, (_, index) => eventOf(index + 1, `person ${index % 10}`, harness.clock()))
harness.outbox.add(...events)
