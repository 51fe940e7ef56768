import type { EventEnvelope } from '@gatehouse/contract/events'
import type { IconName } from '@gatehouse/design/content'
import type { DoneThing } from './done-things.ts'
import { eventSentences, listIn, type SentenceKey } from './event-sentences.ts'
import { operationKey } from './operations-in-words.ts'
import { credentialText, methodText, reasonKey, templateText, type Words } from './words.ts'

/** The parts of an event's line: its drawing, whether it is a failure, and how the sentence is filled. */
export interface Sentence {
  readonly icon: IconName
  readonly isFailure: boolean
  readonly key: `said.${SentenceKey}` | ReturnType<typeof operationKey>
  /** Everything in the sentence except the person it is about. */
  readonly values: Readonly<Record<string, string>>
}

/** The sentence for something that was done. `t`: the texts of `console_activity`. */
export function sentenceOf({ event, along }: DoneThing, t: Words): Sentence {
  const telling = tellingOf(event, along)
  const words = eventSentences[telling.type]
  if (words === undefined) return operationSentence(event)
  const { data } = telling
  const credential = [data['credentials_removed'], data['credentials_added'], data['credentials_changed']]
  return {
    icon: words.icon,
    isFailure: words.isFailure === true,
    key: `said.${words.say(telling)}`,
    values: {
      with: methodText(t, data),
      reason: t(reasonKey(telling)),
      template: templateText(t, data['template_type']),
      credential: credentialText(t, credential.flatMap(listIn)[0] ?? data['method']),
    },
  }
}

/** Returns the event that describes a change of settings: the one recorded with it, if that says more. */
function tellingOf(event: EventEnvelope, along: readonly EventEnvelope[]): EventEnvelope {
  if (event.type !== 'SettingsSucceeded' || event.data['method'] === 'password') return event
  const change = along.find(({ type }) => type === 'IdentityUpdated')
  const says = change && [change.data['credentials_added'], change.data['credentials_removed']].flatMap(listIn)
  return change !== undefined && says !== undefined && says.length > 0 ? change : event
}

function operationSentence({ type, source, data: { operation } }: EventEnvelope): Sentence {
  if (source !== 'project' || typeof operation !== 'string') {
    return { icon: 'info', isFailure: false, key: 'said.other', values: { type } }
  }
  return { icon: 'gear', isFailure: false, key: operationKey(operation), values: { operation } }
}
