import { textOfValue } from '@gatehouse/contract/identities'
import { CodeBlock } from '../people/code-block.tsx'
import { useText } from '../text/texts.tsx'

export interface ValueNowProps {
  /** Of the metadata; undefined: the value is a trait. */
  readonly metadata?: string | undefined
  readonly value: unknown
}

/** A value that someone else saved while a form was open. */
export function ValueNow({ metadata, value }: ValueNowProps) {
  const t = useText('console_people')
  const text = textOfValue(value)
  if (text === '') return t('person.not_said')
  return metadata === undefined ? (
    <bdi>{text}</bdi>
  ) : (
    <CodeBlock label={metadata}>{JSON.stringify(value, null, 2)}</CodeBlock>
  )
}
