import { setTimeout as delay } from 'node:timers/promises'
import { activities, mustCount, type ActivityName, type Scene } from './activities.ts'
import { CutError } from './calls.ts'
import type { Person } from './people.ts'
import { timesADay } from './planned.ts'

/** The results of activities. */
export interface Done {
  readonly done: Map<ActivityName, number>
  cut: number
  leftOut: number
  readonly wrong: string[]
}

/** Plans the steps of a day: so many of each activity as there are people for, in a random order. */
export function planDay(people: number, steps: number, random: () => number): readonly (readonly ActivityName[])[] {
  const all = (Object.keys(activities) as ActivityName[]).flatMap((name) =>
    Array.from({ length: timesADay(people, activities[name].ofThousand) }, () => name),
  )
  const mixed = all.map((name) => ({ name, order: random() })).toSorted((a, b) => a.order - b.order)
  return Array.from({ length: steps }, (_, step) =>
    mixed.filter((_one, index) => index % steps === step).map(({ name }) => name),
  )
}

/** How many people do something at once. */
const atOnce = 6
/** How long a person waits after an answer did not come, in milliseconds. */
const pauseMs = 200

/** Does the activities of a step, until they are done or the time is over (of `performance.now()`). */
export async function doAll(
  scene: Scene,
  names: readonly ActivityName[],
  { random, until, seen }: { readonly random: () => number; readonly until: number; readonly seen: Done },
): Promise<void> {
  const left = [...names]
  const someone = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      if (performance.now() > until) {
        seen.leftOut += 1
        continue
      }
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as the others do beside
      await doOne(scene, name, {
        person: personFor({ all: scene.people.all, now: scene.now() }, name, random),
        seen,
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, someone))
}

async function doOne(
  scene: Scene,
  name: ActivityName,
  { person, seen }: { readonly person: Person; readonly seen: Done },
): Promise<void> {
  person.isBusy = true
  try {
    if (await activities[name].act(scene, person)) seen.done.set(name, (seen.done.get(name) ?? 0) + 1)
  } catch (error) {
    if (error instanceof CutError) {
      seen.cut += 1
      await delay(pauseMs)
    } else seen.wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    person.isBusy = false
  }
}

/**
 * Chooses a person at random who is not busy. An activity that needs a session gets a person with one, if there is
 * any: a choice among all people would hardly ever find one of the few.
 */
export function personFor(
  { all, now }: { readonly all: readonly Person[]; readonly now: number },
  name: ActivityName,
  random: () => number,
): Person {
  const start = Math.floor(random() * all.length)
  const from = (fits: (person: Person) => boolean): Person | undefined => {
    for (let step = 0; step < all.length; step += 1) {
      const person = all[(start + step) % all.length]
      if (person !== undefined && !person.isBusy && fits(person)) return person
    }
    return undefined
  }
  const isSignedIn = ({ sessions }: Person) => [...sessions].some((one) => mustCount(one, now))
  const chosen = ('ofSignedIn' in activities[name] ? from(isSignedIn) : undefined) ?? from(() => true)
  if (chosen === undefined) throw new Error('everybody is busy')
  return chosen
}
