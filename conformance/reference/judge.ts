import { exceptions } from './exceptions.ts'
import type { Exception } from './exceptions.ts'
import type { Fault } from './placeholders.ts'

/** What is wrong with a played recording: faults that nobody declared, and declarations that nothing needs. */
export function judge(
  recording: string,
  faults: readonly Fault[],
  declared: readonly Exception[] = exceptions,
): readonly string[] {
  const own = declared.filter((exception) => exception.recording === recording)
  const places = new Set(own.flatMap(({ at }) => at))
  const found = new Set(faults.map(({ at }) => at))
  return [
    ...faults.filter(({ at }) => !places.has(at)).map(({ at, text }) => `${at} ${text}`),
    ...own.flatMap(({ at, reason }) =>
      at
        .filter((place) => !found.has(place))
        .map((place) => `${place} is answered like the reference now; remove the exception: ${reason}`),
    ),
  ]
}
