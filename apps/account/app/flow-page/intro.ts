import type { Flow } from '@gatehouse/contract/flows'
import type { Values } from '../text/text-source.ts'

/** The line under a page's title. Past the first step the service tends to say it itself, and once is enough. */
export function introOf<Step extends string>(
  { ui }: Pick<Flow, 'ui'>,
  step: Step,
  t: (key: `${NoInfer<Step>}intro`, values?: Values) => string,
  values?: Values,
): string | undefined {
  const said = step !== '' && (ui.messages ?? []).length > 0
  return said ? undefined : t(`${step}intro`, values)
}
