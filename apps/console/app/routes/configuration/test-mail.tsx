import { Alert, Section } from '@gatehouse/design/content'
import type { TestedMail } from '../../configuration/test-mail.server.ts'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useText } from '../../text/texts.tsx'
import { useScope } from '../../scopes/use-scope.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

/** Returns the outcome of a test mail if the page's answer is one. */
export function testedMailIn(answer: unknown): TestedMail | undefined {
  return isTested(answer) ? answer : undefined
}

function isTested(answer: unknown): answer is TestedMail {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'tested_mail'
}

/** Sends a mail to test the live mail server, and reports the server's answer. */
export function TestMail({ tested }: { readonly tested: TestedMail | undefined }) {
  const t = useText('console_projects')
  const { operator } = useScope()
  return (
    <Section id="test-mail" title={t('test_mail.title')} intro={t('test_mail.lead')}>
      {tested !== undefined && <Outcome tested={tested} />}
      <ConsoleForm intent="test_mail" submit={t('test_mail.send')} variant="plain">
        <TextField
          name="to"
          type="email"
          label={t('test_mail.to')}
          defaultValue={tested?.to ?? operator.email}
          autoComplete="email"
          dir="ltr"
        />
      </ConsoleForm>
    </Section>
  )
}

const looks = { sent: 'success', failed: 'error', waiting: 'info' } as const

function Outcome({ tested: { outcome, to, reason, message } }: { readonly tested: TestedMail }) {
  const t = useText('console_projects')
  const root = useProjectRoot()
  return (
    <Alert kind={looks[outcome]} title={t(`test_mail.${outcome}`, { to })} data-testid="tested-mail">
      {outcome === 'failed' && reason !== '' && <span lang="en">{reason}. </span>}
      {message !== '' && <PageLink href={`${root}/messages/${message}`}>{t('test_mail.message')}</PageLink>}
    </Alert>
  )
}
