import { accountRuleOf } from '@gatehouse/contract/account'
import { oneOf } from '@gatehouse/i18n/translator'
import { useSearchParams } from 'react-router'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { doneParameter, sectionParameter } from '../../request/section.ts'
import { useText } from '../../text/text-source.ts'
import { titledGroups } from './part-titles.ts'

/** The wire's message that something was saved. */
const saved = 1050001

/** Says which part was saved, and how, where the service says only that something was. */
export function useSaidDone(): (drawn: DrawnFlow<'settings'>) => DrawnFlow<'settings'> {
  const t = useText('settings')
  const [query] = useSearchParams()
  return (drawn) => {
    const { ui, state, active } = drawn.flow
    const group = oneOf(titledGroups, query.get(sectionParameter) ?? active ?? '')
    if (state !== 'success' || group === undefined || group === 'profile') return drawn
    const how = query.get(doneParameter) === 'removed' ? 'removed' : group === 'password' ? 'changed' : 'set'
    const text = t(`done.${how}`, { name: t(`${group}.title`) })
    const messages = ui.messages?.map((one) =>
      one.id === saved && !accountRuleOf(one.context?.['account_rule']) ? { ...one, text } : one,
    )
    return { ...drawn, flow: { ...drawn.flow, ui: { ...ui, ...(messages && { messages }) } } }
  }
}
