/** Delivers three hundred events of ten people to an endpoint, until it is killed. Arguments: database, endpoint. */
import { openControlDatabase } from '../../sql/open.ts'
import { createDeliveryDesk, eventOf } from './delivery.fixture.ts'

const [file = '', endpoint = ''] = process.argv.slice(2)
const desk = createDeliveryDesk({ database: openControlDatabase(file) })
if (desk.store.streams().length === 0) desk.stream('s', endpoint)
// The clock stands still, but what failed has to come again.
setInterval(() => {
  desk.clock.advance(60_000)
  desk.delivery.refresh()
}, 50)
const events = Array.from({ length: 300 }, (_, index) => eventOf(index + 1, `person ${index % 10}`, desk.clock()))
desk.outbox.add(...events)
