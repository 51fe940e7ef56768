import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { Field, TextArea } from '@gatehouse/design/controls'
import { Panel } from '@gatehouse/design/content'
import { ChoiceField, CodeField, ConsoleForm, useFormField } from '../../form/console-form.tsx'
import { sourceOptions } from '../../imports/source-names.ts'
import { useText } from '../../text/texts.tsx'
import classes from './review.module.css'

export interface SourceFormProps {
  readonly source: string
  readonly providers: AnswerOf<'checkImport'>['providers']
  /** Whether passwords need parameters that were not given yet. */
  readonly needsHash: boolean
}

/** The system from which a file was exported, and the facts that its export lacks. */
export function SourceForm({ source, providers, needsHash }: SourceFormProps) {
  const t = useText('console_people')
  return (
    <Panel padded>
      <ConsoleForm intent="source" submit={t('import.source_save')} variant="plain">
        <div className={classes.columns}>
          <ChoiceField
            name="source"
            label={t('import.source')}
            defaultValue={source}
            options={sourceOptions(t('import.source_own'))}
          />
          {providers.map(({ there, here }, index) => (
            <CodeField
              key={there}
              name={`provider_${index}`}
              label={t('import.provider', { name: there })}
              hint={t('import.provider_hint')}
              defaultValue={here}
            />
          ))}
          {needsHash && <HashField />}
        </div>
      </ConsoleForm>
    </Panel>
  )
}

function HashField() {
  const t = useText('console_people')
  const { id, messages } = useFormField('hash')
  return (
    <Field id={id} label={t('import.hash')} hint={t('import.hash_hint')} messages={messages}>
      {(control) => (
        <TextArea
          {...control}
          name="hash"
          rows={7}
          data-code
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          wrap="off"
        />
      )}
    </Field>
  )
}
