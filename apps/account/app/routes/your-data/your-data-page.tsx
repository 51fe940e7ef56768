import { Address, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Button, ButtonLink, ErrorSummary, Field, TextInput } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import type { PageFeatures } from '../../../src/features.ts'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { useRootData } from '../../request/root-data.ts'
import { type Say, useText } from '../../text/text-source.ts'
import classes from './your-data-page.module.css'

const wordField = 'confirm'

export interface YourDataPageProps {
  readonly person: string
  /** The word to type to delete the account. */
  readonly word: string
  readonly how: PageFeatures['data']
  /** The refused input; an object, so that each refusal is another one. */
  readonly refused: { readonly typed: string } | undefined
}

/** Taking one's data along, and leaving for good. */
export function YourDataPage({ person, word, how, refused }: YourDataPageProps) {
  const t = useText('data')
  const brand = useRootData()?.brand.name
  const failed = refused !== undefined
  if (how === 'none') return <AccountPage title={t('title')} intro={t('none')} person={person} />
  return (
    <AccountPage title={t('title')} intro={t('intro', { brand })} person={person} failed={failed}>
      {failed && (
        <ErrorSummary
          title={t('delete.refused')}
          items={[{ text: faultOf(refused, t), field: wordField }]}
          submission={refused}
          caret={wordField}
        />
      )}
      <Section id="export" title={t('export.title')} intro={t(how === 'own' ? 'export.intro' : 'export.intro_short')}>
        <Panel>
          <Row
            icon={<Icon name="download" />}
            title={t('export.no_secrets')}
            action={
              <ButtonLink href="/settings/data/export" size="small" data-testid="export-link">
                {t('export.do')}
              </ButtonLink>
            }
          >
            {t('recent')}
          </Row>
        </Panel>
      </Section>
      <Section id="delete" title={t('delete.title')} intro={`${t('delete.intro', { brand })} ${t('recent')}`}>
        <Panel padded>
          <Deletion word={word} refused={refused} />
        </Panel>
      </Section>
    </AccountPage>
  )
}

/** Returns the fault of the input. */
function faultOf({ typed }: { readonly typed: string }, t: Say<'data'>): string {
  return t(typed.trim() === '' ? 'delete.missing' : 'delete.wrong')
}

function Deletion({ word, refused }: Pick<YourDataPageProps, 'word' | 'refused'>) {
  const t = useText('data')
  const { busy, onSubmit } = useSubmission()
  const messages = refused === undefined ? [] : [{ text: faultOf(refused, t), kind: 'error' as const }]
  return (
    <Form method="post" action="/settings/data" noValidate className={classes.form} onSubmit={onSubmit}>
      <Field
        id={wordField}
        label={t('delete.confirm')}
        hint={
          <span className={classes.word}>
            <Address>{word}</Address>
          </span>
        }
        messages={messages}
      >
        {(control) => (
          <TextInput
            {...control}
            name="confirm"
            required
            defaultValue={refused?.typed}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on the refused field
            autoFocus={refused !== undefined}
          />
        )}
      </Field>
      <Button type="submit" name="delete" value="account" variant="danger" busy={busy}>
        {t('delete.do')}
      </Button>
    </Form>
  )
}
