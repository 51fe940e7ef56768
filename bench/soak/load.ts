import { setTimeout as delay } from 'node:timers/promises'
import { activities, type ActivityName, type Scene } from './activities.ts'
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
      await doOne(scene, name, { person: idlePerson(scene, random), seen })
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

function idlePerson({ people: { all } }: Scene, random: () => number): Person {
  for (;;) {
    const person = all[Math.floor(random() * all.length)]
    if (person !== undefined && !person.isBusy) return person
  }
}
