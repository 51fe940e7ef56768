import { deviceOf, type DemoDevice } from './demo-devices.ts'
import type { DemoPerson } from './demo-people.ts'

/** The outcome of a sign-in. `owned`: with a session. */
export type DemoSignInOutcome = 'owned' | 'wrong password' | 'unknown address'

/** One attempt to sign in. */
export interface DemoSignIn {
  readonly identifier: string
  readonly method: 'password' | 'code'
  readonly outcome: DemoSignInOutcome
  readonly device: DemoDevice
  /** The age of the attempt, in milliseconds. */
  readonly agoMs: number
}

const dayMs = 86_400_000
const busiest = 14

/** The sign-ins of some days, the oldest first: more on working days and by day, some that fail, one night of guessing. */
export function demoSignIns(people: readonly DemoPerson[], days: number): readonly DemoSignIn[] {
  const able = people.filter(({ isVerified, isActive }) => isVerified && isActive)
  const attempts: DemoSignIn[] = []
  for (let day = days - 1; day >= 0; day--) {
    const count = day % 7 > 4 ? 4 : busiest - (day % 5)
    for (let turn = 0; turn < count; turn++) {
      const person = able[(day * 17 + turn * turn * 3 + turn) % able.length]
      if (person === undefined || person.daysAgo <= day + 1) continue
      const agoMs = day * dayMs + ((turn * 53 + day * 11) % 600) * 60_000 + 20_000
      const device = deviceOf(person.index, turn % 4 === 3 ? 1 : 0)
      if (person.hasPassword && (turn + day) % 6 === 0)
        attempts.push({
          identifier: person.email,
          method: 'password',
          outcome: 'wrong password',
          device,
          agoMs: agoMs + 15_000,
        })
      attempts.push({
        identifier: person.email,
        method: person.hasPassword ? 'password' : 'code',
        outcome: 'owned',
        device,
        agoMs,
      })
    }
  }
  return [...attempts, ...(days > 9 ? guesses() : [])].toSorted((a, b) => b.agoMs - a.agoMs)
}

/** Returns the attempts of an attacker who tried common names, nine days ago before dawn. */
function guesses(): readonly DemoSignIn[] {
  const device = { userAgent: 'python-requests/2.32.5', address: '192.0.2.66' }
  return Array.from({ length: 12 }, (_, turn) => ({
    identifier: `${['admin', 'root', 'test', 'info'][turn % 4]}@lantern.example`,
    method: 'password',
    outcome: 'unknown address',
    device,
    agoMs: 9 * dayMs + 3_600_000 - turn * 41_000,
  }))
}
