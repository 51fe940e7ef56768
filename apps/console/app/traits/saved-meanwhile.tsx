import { oneOf } from '@gatehouse/i18n/translator'
import { Panel, Row, Section } from '@gatehouse/design/content'
import { useFormAnswer } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'
import { ValueNow } from './value-now.tsx'

export interface SavedMeanwhileProps {
  /** Returns the label of a field. */
  readonly label: (name: string) => string | undefined
}

/** The values of an account that someone else saved while its form was open, if that is why the form was refused. */
export function SavedMeanwhile({ label }: SavedMeanwhileProps) {
  const t = useText('console_people')
  const typed = useFormAnswer()?.typed
  const names = (typed?.['changed_fields'] ?? '').split('\n').filter((name) => name !== '')
  if (names.length === 0) return null
  const values = new Map(Object.entries(JSON.parse(typed?.['before'] ?? '{}')))
  return (
    <Section id="saved-meanwhile" title={t('form.saved_meanwhile')}>
      <Panel>
        {names.map((name) => (
          <Row key={name} title={label(name) ?? name}>
            <FieldNow name={name} label={label(name)} value={values.get(name)} />
          </Row>
        ))}
      </Panel>
    </Section>
  )
}

interface FieldNowProps {
  readonly name: string
  readonly label: string | undefined
  readonly value: unknown
}

function FieldNow({ name, label, value }: FieldNowProps) {
  const t = useText('console_people')
  const state = name === 'state' ? oneOf(['active', 'inactive'] as const, value) : undefined
  if (state !== undefined) return t(`state.${state}`)
  return <ValueNow metadata={name.startsWith('metadata_') ? label : undefined} value={value} />
}
