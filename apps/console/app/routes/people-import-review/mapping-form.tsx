import { Panel, Section } from '@gatehouse/design/content'
import { ChoiceField, ConsoleForm } from '../../form/console-form.tsx'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { useText } from '../../text/texts.tsx'
import classes from './review.module.css'

export interface MappingFormProps {
  readonly columns: AnswerOf<'getImport'>['columns']
  readonly targets: readonly string[]
  readonly available: readonly { readonly value: string; readonly label: string }[]
}

/** The mapping of columns to traits, with the first lines of each. */
export function MappingForm({ columns, targets, available }: MappingFormProps) {
  const t = useText('console_people')
  const labels = columns.map(({ name }, index) => (name === '' ? t('import.unnamed', { number: index + 1 }) : name))
  const fieldNames = columns.map((_, index) => `column_${index}`)
  const options = [{ value: '', label: t('import.nowhere') }, ...available]
  return (
    <Section id="mapping" title={t('import.mapping')} intro={t('import.mapping_lead')}>
      <Panel padded>
        <ConsoleForm
          key={targets.join()}
          intent="map"
          submit={t('import.map')}
          variant="plain"
          fieldLabel={(field) => labels[fieldNames.indexOf(field)]}
        >
          <div className={classes.columns}>
            {columns.map(({ samples }, index) => (
              <ChoiceField
                key={index}
                name={`column_${index}`}
                label={labels[index] ?? ''}
                hint={<bdi>{samples.filter((sample) => sample !== '').join(' · ')}</bdi>}
                defaultValue={targets[index] ?? ''}
                options={options}
              />
            ))}
          </div>
        </ConsoleForm>
      </Panel>
    </Section>
  )
}
