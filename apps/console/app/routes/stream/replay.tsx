import { Alert, Panel, Section } from '@gatehouse/design/content'
import { ErrorSummary, Button, ButtonLink, Field, TextInput } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import { ConsoleForm } from '../../form/console-form.tsx'
import { holdUnreadable } from '../../form/hold-unreadable.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import type { ReplayWish } from './replay.server.ts'
import classes from './stream.module.css'

/** Sends events again from a moment on: first the question with their number, then the answer. */
export function Replay({ wish }: { readonly wish: ReplayWish }) {
  const t = useText('console_events')
  const common = useText('console')
  const { typed, since, events, fault } = wish
  return (
    <Section id="replay" title={t('replay.title')} intro={t('replay.lead')}>
      <Panel padded>
        <div className={classes.replay}>
          {fault !== undefined && (
            <ErrorSummary
              title={common('form.error_title')}
              items={[{ text: fault, field: 'since' }]}
              submission={wish}
            />
          )}
          <Form
            key={typed}
            method="get"
            noValidate
            onSubmit={holdUnreadable}
            className={classes.ask}
            preventScrollReset
          >
            <Field
              id="since"
              label={t('replay.since')}
              hint={t('replay.since_hint')}
              messages={fault === undefined ? [] : [{ text: fault, kind: 'error' }]}
            >
              {(control) => <TextInput {...control} type="datetime-local" name="since" defaultValue={typed} required />}
            </Field>
            <Button type="submit" size="small">
              {t('replay.count')}
            </Button>
          </Form>
          {since !== undefined && events !== undefined && (
            <Alert kind="info" data-testid="replay">
              <p className={classes.means}>
                {t('replay.means', { number: events })} <Instant at={since} />
              </p>
              {events > 0 && (
                <ConsoleForm
                  intent="replay"
                  submit={t('replay.submit', { number: events })}
                  hidden={{ since }}
                  beside={
                    <ButtonLink href="?" link={PageLink} size="small">
                      {t('replay.cancel')}
                    </ButtonLink>
                  }
                />
              )}
            </Alert>
          )}
        </div>
      </Panel>
    </Section>
  )
}
