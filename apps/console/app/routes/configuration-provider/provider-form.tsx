import { CopyField } from '@gatehouse/design/controls'
import { useState } from 'react'
import { useActionData } from 'react-router'
import { kindOfProvider, type ProviderField } from '../../configuration/provider-kinds.ts'
import { AreaField } from '../../form/area-field.tsx'
import {
  CodeField,
  ConsoleForm,
  SecretField,
  TextField,
  useFormField,
  useSecretHint,
} from '../../form/console-form.tsx'
import { faultsOf } from '../../form/faults.ts'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import { useText } from '../../text/texts.tsx'
import type { ProviderValues } from './provider-fields.server.ts'
import classes from './provider-form.module.css'

export interface ProviderFormProps {
  readonly isNew: boolean
  readonly kind: string
  readonly revision: string
  readonly values: ProviderValues
  /** The secrets that are there, which an empty field keeps. */
  readonly stored: readonly ProviderField[]
  /** The address of the mapper if it is outside of the configuration. */
  readonly mapperAddress: string
  /** The address to which the provider sends people back, without the id at its end. */
  readonly callback: string
}

/** The fields that a kind of provider needs, and below *More options* those with a default; the rest is in the text. */
export function ProviderForm({ isNew, kind, revision, values, stored, mapperAddress, callback }: ProviderFormProps) {
  const t = useText('console_projects')
  const [id, setId] = useState<string>()
  const { asks, more = [] } = kindOfProvider(kind)
  const behind = (['label', ...more] as const).filter((name) => !asks.includes(name))
  const wrong = Object.keys(faultsOf(useActionData(), 'review')?.faults.fields ?? {})
  const isWrongBehind = wrong.some((name) => name === 'id' || behind.some((one) => one === name))
  const labels = useLabels()
  const field = (name: ProviderField) => (
    <KindField key={name} name={name} values={values} label={labels[name]} isStored={stored.includes(name)} />
  )
  return (
    <ConsoleForm
      intent="review"
      submit={t('configuration.review')}
      hidden={isNew ? {} : { id: values.id }}
      before={revision}
      fieldLabel={(name) => Object.entries(labels).find(([one]) => one === name)?.[1]}
    >
      <Callback address={callback} id={id ?? values.id} />
      {asks.map(field)}
      {/* The key opens it anew where a refused form has something wrong in it. */}
      <details key={String(isWrongBehind)} className={classes.more} open={isWrongBehind}>
        <summary>{t('provider.more')}</summary>
        <div className={classes.fields}>
          {isNew && (
            <CodeField
              name="id"
              label={t('provider.id')}
              hint={t('provider.id_hint')}
              defaultValue={values.id}
              onChange={(event) => setId(event.currentTarget.value)}
            />
          )}
          {behind.map(field)}
          <CodeField
            name="scope"
            label={t('provider.scope')}
            hint={t('provider.scope_hint')}
            defaultValue={values.scope}
          />
          <AreaField
            name="mapper"
            label={t('provider.mapper')}
            hint={
              mapperAddress === ''
                ? t('provider.mapper_hint')
                : t('provider.mapper_elsewhere', { address: mapperAddress })
            }
            defaultValue={values.mapper}
            rows={8}
            isCode
          />
        </div>
      </details>
    </ConsoleForm>
  )
}

function useLabels(): Readonly<Record<ProviderField, string>> {
  const t = useText('console_projects')
  return {
    label: t('provider.label'),
    issuer_url: t('provider.issuer'),
    client_id: t('provider.client_id'),
    client_secret: t('provider.client_secret'),
    microsoft_tenant: t('provider.tenant'),
    apple_team_id: t('provider.team_id'),
    apple_private_key_id: t('provider.key_id'),
    apple_private_key: t('provider.private_key'),
  }
}

/** To be registered at the provider. Follows the id that is typed. */
function Callback({ address, id }: { readonly address: string; readonly id: string }) {
  const t = useText('console_projects')
  const { typed } = useFormField('id')
  const texts = useCopyTexts()
  return (
    <CopyField
      label={t('provider.callback')}
      value={address + (typed ?? id)}
      texts={texts}
      hint={t('provider.callback_hint')}
    />
  )
}

interface KindFieldProps {
  readonly name: ProviderField
  readonly label: string
  readonly values: ProviderValues
  readonly isStored: boolean
}

function KindField({ name, label, values, isStored }: KindFieldProps) {
  const t = useText('console_projects')
  const kept = isStored ? t('configuration.secret_hint') : undefined
  const privateKey = useSecretHint(kept ?? t('provider.private_key_hint'))
  switch (name) {
    case 'client_secret':
      return <SecretField name={name} label={label} hint={kept} />
    case 'apple_private_key':
      return <AreaField name={name} label={label} hint={privateKey} rows={5} isCode />
    case 'label':
      return <TextField name={name} label={label} hint={t('provider.label_hint')} defaultValue={values.label} />
    case 'issuer_url':
      return (
        <CodeField
          name={name}
          label={label}
          hint={t('provider.issuer_hint')}
          defaultValue={values.issuer_url}
          type="url"
        />
      )
    case 'microsoft_tenant':
      return (
        <CodeField name={name} label={label} hint={t('provider.tenant_hint')} defaultValue={values.microsoft_tenant} />
      )
    case 'client_id':
    case 'apple_team_id':
    case 'apple_private_key_id':
      return <CodeField name={name} label={label} defaultValue={values[name]} />
  }
  name satisfies never
  return null
}
