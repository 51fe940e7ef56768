import { sourceOfSetting } from '@gatehouse/config/config'
import type { Check, CheckContext } from './check.ts'
import type { Finding } from '../process/finding.ts'
import { checks } from './table.ts'

/** Runs the selected checks concurrently; findings are in the order of the table. */
export async function runChecks(
  context: CheckContext,
  wanted: (check: Check) => boolean = () => true,
): Promise<readonly Finding[]> {
  const looked = await Promise.all(
    checks.filter(wanted).map(async (check) => {
      const found = await check.look(context)
      return found.map((one) => ({ check: check.id, ...one, at: one.at ?? sourceOfSetting(one.subject, context.env) }))
    }),
  )
  return looked.flat()
}

/** A finding in one line, for a log. */
export function inOneLine({ subject, wrong, fix, at }: Finding): string {
  return `${subject} ${wrong}. Fix: ${fix}${at === undefined || at === subject ? '' : ` (${at})`}`
}
