import { oneOf } from '@gatehouse/i18n/translator'
import { useText } from '../text/texts.tsx'

const kinds = ['deactivate', 'activate', 'revoke', 'delete'] as const

/** The target of an operation in words: a job is recorded as its action and the number of people, `revoke (7)`. */
export function useTargetWords(): (operation: unknown, target: string) => string {
  const t = useText('console_people')
  return (operation, target) => {
    const [, action = '', count = ''] = /^([a-z]+) \((\d+)\)$/.exec(target) ?? []
    const kind = oneOf(kinds, action)
    return operation !== 'createJob' || kind === undefined ? target : `${t(`jobs.${kind}`)} (${count})`
  }
}
