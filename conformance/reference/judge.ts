import { exceptions, type Exception } from './exceptions.ts'
import type { Fault } from './placeholders.ts'

/** Returns the faults of a played recording: undeclared differences, and declarations that nothing needs. */
export function judge(
  recording: string,
  faults: readonly Fault[],
  declared: readonly Exception[] = exceptions,
): readonly string[] {
  const own = declared.filter((exception) => exception.recording === recording)
  const paths = new Set(own.flatMap(({ at }) => at))
  const found = new Set(faults.map(({ at }) => at))
  return [
    ...faults.filter(({ at }) => !paths.has(at)).map(({ at, text }) => `${at} ${text}`),
    ...own.flatMap(({ at, reason }) =>
      at
        .filter((path) => !found.has(path))
        .map((path) => `${path} is answered like the reference now; remove the exception: ${reason}`),
    ),
  ]
}
