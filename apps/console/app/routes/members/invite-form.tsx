import { Panel, Section } from '@gatehouse/design/content'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { OneTime } from '../../one-time/one-time.tsx'
import { useText } from '../../text/texts.tsx'
import type { Invited } from '../../../src/page-deps.ts'
import { RoleField } from './member-table.tsx'

export interface InviteFormProps {
  /** The invitation that was just made. */
  readonly made: { readonly email: string; readonly link: string; readonly mail: Invited } | undefined
}

const texts = {
  mailed: 'invite.mailed',
  no_mail_server: 'invite.not_mailed',
  too_many_messages: 'invite.too_many_messages',
} as const satisfies Readonly<Record<Invited, string>>

/** Invites a person to join. */
export function InviteForm({ made }: InviteFormProps) {
  const t = useText('console_workspace')
  return (
    <Section id="invite" title={t('invite.title')} intro={t('invite.lead')}>
      {made !== undefined && (
        <OneTime title={t('invite.made', { email: made.email })} label={t('invite.link')} value={made.link}>
          {t(texts[made.mail])}
        </OneTime>
      )}
      <Panel padded>
        <ConsoleForm key={made?.link ?? ''} intent="invite" submit={t('invite.submit')}>
          <TextField name="email" type="email" label={t('invite.email')} autoComplete="off" required />
          <RoleField current="developer" />
        </ConsoleForm>
      </Panel>
    </Section>
  )
}
