import { hasReport, recordHold, watchHolds } from './holds.ts'
import { scales, type Scale } from './grown-body.ts'
import { processorTime } from './processor-time.ts'

/** The costs of one request. */
export interface Cost {
  /** Bytes of the request: body, query and headers. */
  readonly sent: number
  /** Processor time of this thread, the event loop's, in microseconds. Other programs of the machine do not count. */
  readonly processor: number
  /** Bytes that the answer has. */
  readonly answered: number
  /** Bytes by which the database has grown. */
  readonly stored: number
}

/** A request that can be sent at every scale. */
export interface GrowingRequest {
  /** Operation and field of the request, for the report of `npm run bench -- growth`. */
  readonly name: string
  /** Sends it to something that has not seen it before, after everything that it needs has been prepared. */
  prepare(scale: Scale): Promise<{ readonly sent: number; send(): Promise<{ readonly answered: number }> }>
  /** Bytes of the database that are in use. */
  stored(): Promise<number>
  /** Bytes of an answer that say nothing about growth: those of a page if the other answer is a redirect. */
  readonly page?: number
}

const quantities = ['processor', 'answered', 'stored'] as const
type Quantity = (typeof quantities)[number]

/** Below these nothing is compared: it is noise, or one page of the database, or a sentence. */
const floors = { processor: 50_000, answered: 8_192, stored: 131_072 } as const
/** No processor time is measured more exactly, in microseconds. */
const tick = 1_000
/** How fast each may grow: 1 is as fast as the request, 2 with its square. Time is never measured that exactly. */
const fastest = { processor: 1.5, answered: 1.2, stored: 1.2 } as const
/** How many times the bytes of the request may be stored or answered. */
const largest = { answered: 4, stored: 10 } as const

/** Rounds of each scale. The largest costs the most, and another round of it could only make it look better. */
const rounds: Readonly<Record<Scale, number>> = { 1: 2, 10: 2, 100: 1 }
/** Rounds of all scales after something looked wrong: a collection of garbage falls on any of them, and costs as much. */
const roundsAgain = 3
const secondThoughts = 3

/**
 * Reports, in words, each cost that grows faster than the request; empty if none does. The minimum of several rounds
 * counts, and a suspicious result is measured again. The smaller scales are measured only if the largest costs enough
 * to be compared, or for a report of holds.
 */
export async function growthFaults(request: GrowingRequest): Promise<readonly string[]> {
  const costs = new Map<Scale, Cost>()
  for (let attempt = 0; ; attempt += 1) {
    const measureAt = (scale: Scale) => measure(request, scale, attempt === 0 ? rounds[scale] : roundsAgain, costs)
    await measureAt(100)
    if (!hasReport && costly(costs.get(100), request.page).length === 0) return []
    await measureAt(1)
    await measureAt(10)
    const faults = faultsOf(costs, request.page)
    if (faults.length === 0 || attempt === secondThoughts) return faults
  }
}

/** Returns the quantities of the costs at the largest scale that are worth a comparison. */
function costly(cost: Cost | undefined, page: number | undefined): readonly Quantity[] {
  return quantities.filter((quantity) => cost !== undefined && cost[quantity] > floorOf(quantity, page))
}

function floorOf(quantity: Quantity, page: number = floors.answered): number {
  return quantity === 'answered' ? page : floors[quantity]
}

async function measure(request: GrowingRequest, scale: Scale, times: number, costs: Map<Scale, Cost>): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    const prepared = await request.prepare(scale)
    const storedBefore = await request.stored()
    const watched = watchHolds()
    const before = processorTime()
    const { answered } = await prepared.send()
    const processor = processorTime() - before
    recordHold({ name: request.name, scale, sent: prepared.sent, microseconds: watched.longest() })
    const cost = {
      sent: prepared.sent,
      processor,
      answered,
      stored: Math.max(0, (await request.stored()) - storedBefore),
    }
    costs.set(scale, least(costs.get(scale), cost))
  }
}

function least(a: Cost | undefined, b: Cost): Cost {
  if (!a) return b
  return {
    sent: b.sent,
    processor: Math.min(a.processor, b.processor),
    answered: Math.min(a.answered, b.answered),
    stored: Math.min(a.stored, b.stored),
  }
}

function faultsOf(costs: ReadonlyMap<Scale, Cost>, page: number | undefined): readonly string[] {
  const [small, middle, large] = scales.map((scale) => costs.get(scale))
  if (!small || !middle || !large) return ['it was not measured']
  const faults: string[] = []
  for (const quantity of costly(large, page)) {
    for (const less of [small, middle]) {
      const grown = Math.log(
        large[quantity] / Math.max(less[quantity], quantity === 'processor' ? tick : floorOf(quantity, page) / 10),
      )
      const exponent = grown / Math.log(large.sent / less.sent)
      if (exponent > fastest[quantity]) {
        faults.push(
          `${quantity} grows from ${less[quantity]} to ${large[quantity]} where the request grows from ${less.sent} to ${large.sent} bytes (to the power of ${exponent.toFixed(2)})`,
        )
      }
    }
    const most = quantity === 'processor' ? Infinity : largest[quantity]
    const times = (large[quantity] - small[quantity]) / (large.sent - small.sent)
    if (times > most) faults.push(`${quantity} is ${times.toFixed(1)} times the request`)
  }
  return faults
}
