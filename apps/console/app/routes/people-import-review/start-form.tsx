import { Section } from '@gatehouse/design/content'
import { ConsoleForm } from '../../form/console-form.tsx'
import { ReasonField } from '../../people/reason-field.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './review.module.css'

/** Begins the import, or takes the file away. */
export function StartForm({ count }: { readonly count: number }) {
  const t = useText('console_people')
  return (
    <Section id="start" title={t('import.start_title')} intro={t('import.start_lead')}>
      <div className={classes.start}>
        {count > 0 && (
          <ConsoleForm intent="start" submit={t('import.start', { count })}>
            <ReasonField />
          </ConsoleForm>
        )}
        <ConsoleForm intent="discard" submit={t('import.discard')} variant="plain" />
      </div>
    </Section>
  )
}
