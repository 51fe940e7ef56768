import { Address, Alert, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Button, ButtonLink, Field, TextInput, InPageLink } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import type { PageFeatures } from '../../../src/features.ts'
import { useLeaving } from '../../enhance/use-leaving.ts'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { useRootData } from '../../layout/root-data.ts'
import { useText } from '../../text/text-source.ts'
import classes from './your-data-page.module.css'

export interface YourDataPageProps {
  readonly person: string
  /** What has to be typed to delete the account. */
  readonly word: string
  /** By which names the account is known to this browser, perhaps. */
  readonly names: readonly string[]
  readonly how: PageFeatures['data']
  /** What was typed instead. */
  readonly refused: string | undefined
}

/** Taking one's data along, and leaving for good. */
export function YourDataPage({ person, word, names, how, refused }: YourDataPageProps) {
  const t = useText('data')
  const brand = useRootData()?.brand.name
  const failed = refused !== undefined
  if (how === 'none') return <AccountPage title={t('title')} intro={t('none')} person={person} />
  return (
    <AccountPage title={t('title')} intro={t('intro', { brand })} person={person} failed={failed}>
      {failed && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script this is what moves focus to the refusal
        <Alert kind="error" autoFocus key={refused} title={t('delete.refused')}>
          <InPageLink to="confirm">{t('delete.wrong')}</InPageLink>
        </Alert>
      )}
      <Section id="export" title={t('export.title')} intro={t(how === 'own' ? 'export.intro' : 'export.intro_short')}>
        <Panel>
          <Row
            icon={<Icon name="download" />}
            title={t('export.file')}
            action={
              <ButtonLink href="/settings/data/export" size="small" data-testid="export-link">
                {t('export.do')}
              </ButtonLink>
            }
          >
            {t('export.no_secrets')} {t('recent')}
          </Row>
        </Panel>
      </Section>
      <Section id="delete" title={t('delete.title')} intro={`${t('delete.intro', { brand })} ${t('recent')}`}>
        <Panel padded>
          <Deletion word={word} names={names} refused={refused} />
        </Panel>
      </Section>
    </AccountPage>
  )
}

function Deletion({ word, names, refused }: Pick<YourDataPageProps, 'word' | 'names' | 'refused'>) {
  const t = useText('data')
  const { busy, onSubmit } = useSubmission()
  const leave = useLeaving(names)
  const messages = refused === undefined ? [] : [{ text: t('delete.wrong'), kind: 'error' as const }]
  return (
    <Form
      method="post"
      action="/settings/data"
      className={classes.form}
      onSubmit={(event) => {
        onSubmit(event)
        leave()
      }}
    >
      <Field
        id="confirm"
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
            defaultValue={refused}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" name="delete" value="account" variant="danger" busy={busy}>
        {t('delete.do')}
      </Button>
    </Form>
  )
}
