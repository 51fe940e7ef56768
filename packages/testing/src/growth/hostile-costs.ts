import type { HostileField } from './hostile-fields.ts'
import { hostileTexts } from './hostile-texts.ts'
import { currentShard } from '../shard.ts'
import { processorTime } from './processor-time.ts'

/**
 * Microseconds that a text may cost, whatever its content: garbage is collected, and an index has a row for each letter.
 * Work that grows with the square takes far longer at the length at which the letters count.
 */
const floorOf = (bytes: number) => Math.max(50_000, bytes * 1.5)
/** How many times the cost of a text of one letter, of the same length. */
const times = 4
/**
 * Microseconds of the event loop's thread that no text may cost, whatever its content. A page that costs more with plain
 * letters, on a slow machine, is compared with itself.
 */
const most = 200_000
const timesOfSlow = 2
/** Microseconds that other work of this thread never adds twice: no third look is needed. */
const beyondDoubt = 1_000_000
/** Microseconds by which a glance may lag behind, which does not let the thread rest. */
const tick = 5_000
/** Repetitions for a result that is too high: compilation and garbage collection can fall on any of them. */
const looks = 6

/** How many fields were sent texts, and how many texts. */
interface Sent {
  fields: number
  texts: number
}

/**
 * Sends every hostile text to fields, and compares the processor time of this thread with that of a plain text of the
 * same length: the work may not depend on which letters a text has. `faultsOf` returns the faults in words; empty if
 * there are none. `oneIn`: each field gets one in so many texts, the next field others; of those, a shard has its part.
 */
export function hostileWalk() {
  const sent: Sent = { fields: 0, texts: 0 }

  async function faultsOf(
    fields: readonly HostileField[],
    { oneIn = 1 }: { readonly oneIn?: number } = {},
  ): Promise<readonly string[]> {
    const faults: string[] = []
    for (const field of fields) {
      sent.fields += 1
      // Of each field it is measured at most once for each letter, and only if a text is not below the floor: a page may cost more.
      const plain = new Map<string, number>()
      const nth = oneIn * currentShard.count
      const own = hostileTexts.filter((_, index) => (index + sent.fields) % nth === oneIn * currentShard.index)
      for (const { name, of } of own) {
        const text = of(field.valid, field.length)
        const floor = floorOf(sentBytes(text))
        const glance = await cost(field, text, glanced)
        if (glance === undefined) continue
        sent.texts += 1
        if (glance <= floor - tick) continue
        // Letters beyond ASCII are nine bytes each in a query: other letters of that size are as plain.
        const letter = sentBytes(text) > 2 * text.length ? '漢' : 'x'
        const plainly = plain.get(letter) ?? (await plainCost(field, letter))
        plain.set(letter, plainly)
        const bound = Math.max(Math.min(Math.max(plainly * times, floor), most), plainly * timesOfSlow)
        if (glance <= bound - tick) continue
        const hostile = await least(field, text, bound)
        if (hostile > bound) {
          faults.push(`${field.name}, ${name}, ${field.length} units: ${hostile} µs, a plain text ${plainly} µs`)
        }
      }
    }
    return faults
  }

  return { faultsOf, sent: sent as Readonly<Sent> }
}

/** Returns the bytes of a text in a request: letters beyond ASCII are sent as `%E2%80%8B`. */
function sentBytes(text: string): number {
  const bytes = Buffer.byteLength(text)
  return bytes === text.length ? bytes : 3 * bytes
}

/** Measures the microseconds of this thread for one request; undefined if it cannot be sent. */
async function cost(field: HostileField, text: string, time: () => number): Promise<number | undefined> {
  const send = await field.prepare(text)
  if (send === undefined) return undefined
  const before = time()
  await send()
  return time() - before
}

function glanced(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/**
 * Returns the cost of such letters, alone and after the field's usual value: a form whose value begins as a valid one
 * may do more, whatever follows.
 */
async function plainCost(field: HostileField, letter: string): Promise<number> {
  const letters = letter.repeat(field.length)
  const alone = await least(field, letters, 0)
  return Math.max(alone, await least(field, `${field.valid}${letters}`.slice(0, field.length), 0))
}

/** Returns the minimum of some looks; of fewer if one is below the bound, or two are beyond doubt. */
async function least(field: HostileField, text: string, bound: number): Promise<number> {
  let found = Infinity
  for (let look = 0; look < looks && found > bound; look += 1) {
    found = Math.min(found, (await cost(field, text, processorTime)) ?? 0)
    // A collection of all garbage takes as long as the worst text, once.
    if (look > 0 && found > beyondDoubt) break
  }
  return found
}
