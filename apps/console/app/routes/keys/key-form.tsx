import { Panel, Section } from '@gatehouse/design/content'
import { roles } from '@gatehouse/contract/operators'
import { ChoiceField, ConsoleForm, TextField } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import { lifespans } from './keys.ts'

/** Makes a key. */
export function KeyForm({ kind }: { readonly kind: 'workspace' | 'project' }) {
  const t = useText('console_workspace')
  const shared = useText('console')
  const roleOptions = roles.map((value) => ({
    value,
    label: `${shared(`role.${value}`)}: ${t(`key_role_text.${value}`)}`,
  }))
  const expiryOptions = lifespans.map((days) => ({
    value: String(days),
    label: days === 0 ? t('keys.never') : t('keys.days', { count: days }),
  }))
  return (
    <Section id="create" title={t('keys.create_title')} intro={t(`keys.create_lead.${kind}`)}>
      <Panel padded>
        <ConsoleForm intent="create" submit={t('keys.create')}>
          <TextField
            name="name"
            label={t('keys.name')}
            hint={t('keys.name_hint')}
            autoComplete="off"
            maxLength={200}
            required
          />
          <ChoiceField name="role" label={t('members.role')} defaultValue="developer" options={roleOptions} />
          <ChoiceField name="days" label={t('keys.expires')} defaultValue="90" options={expiryOptions} />
        </ConsoleForm>
      </Panel>
    </Section>
  )
}
