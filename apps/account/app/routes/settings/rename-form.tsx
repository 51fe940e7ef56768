import { longestKeyName } from '@gatehouse/contract/account'
import { Button, ButtonLink, ErrorSummary, Field, TextInput } from '@gatehouse/design/controls'
import { Form, useSearchParams } from 'react-router'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'
import classes from './key-cards.module.css'
import { refusedNameParameter, usePartAddress } from '../../layout/part-address.ts'

const nameField = 'key-name'

interface RenameFormProps {
  readonly group: string
  readonly id: string
  /** The current name; empty: none. */
  readonly name: string
}

/** Replaces the actions of a key: the field for its name. */
export function RenameForm({ group, id, name }: RenameFormProps) {
  const t = useText('settings')
  const said = useText('common')
  const to = usePartAddress()
  const [query] = useSearchParams()
  const { busy, onSubmit } = useSubmission()
  const isRefused = query.has(refusedNameParameter)
  return (
    <Form
      method="post"
      action="/settings/keys"
      onSubmit={onSubmit}
      noValidate
      className={classes.rename}
      data-testid="rename"
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={to(group)} />
      {isRefused && (
        <ErrorSummary
          title={said('form.error_title')}
          items={[{ text: t('key.name_refused'), field: nameField, isAtField: true }]}
          submission={query}
          caret={nameField}
        />
      )}
      <Field
        id={nameField}
        label={t('key.name')}
        messages={isRefused ? [{ text: t('key.name_refused'), kind: 'error' }] : []}
      >
        {(control) => (
          <TextInput
            {...control}
            name="name"
            defaultValue={name}
            dir="auto"
            autoComplete="off"
            maxLength={longestKeyName}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just pressed "rename"
            autoFocus
          />
        )}
      </Field>
      <div className={classes.buttons}>
        <Button type="submit" size="small" variant="primary" busy={busy}>
          {t('key.save')}
        </Button>
        <ButtonLink href={to(group)} link={PageLink} size="small">
          {t('key.cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
