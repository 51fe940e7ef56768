import { AreaField } from '../form/area-field.tsx'
import { CodeField, TextField } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'
import type { Organization } from './organization.ts'

/** The fields of an organization: its label, and the domains of its people. */
export function OrganizationFields({ organization }: { readonly organization?: Organization }) {
  const t = useText('console_organizations')
  return (
    <>
      <TextField
        name="label"
        label={t('fields.label')}
        hint={t('fields.label_hint')}
        defaultValue={organization?.label ?? ''}
        maxLength={200}
        autoComplete="off"
        required
      />
      <AreaField
        name="domains"
        label={t('fields.domains')}
        hint={t('fields.domains_hint')}
        rows={3}
        isCode
        defaultValue={organization?.domains.join('\n') ?? ''}
      />
      <CodeField
        name="session_lifespan"
        label={t('fields.lifespan')}
        hint={t('fields.lifespan_hint')}
        defaultValue={organization?.session_lifespan ?? ''}
      />
    </>
  )
}
