import { saidDuration } from '../../configuration/duration.ts'
import { AreaField } from '../../form/area-field.tsx'
import { ChoiceField, CodeField, ConsoleForm, useSecretHint } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './token-form.module.css'

/** A template of session tokens as its form shows it. */
export interface TokenFormProps {
  /** Absent: of a new one, which is still to be named. */
  readonly name: string | undefined
  /** The values of the form, as JSON; empty: of a new one. */
  readonly before: string
  /** Milliseconds. */
  readonly lifespan: number
  /** Jsonnet. */
  readonly mapper: string
  /** The address of the mapper if it is outside of the configuration. */
  readonly mapperAddress: string
}

/** The fields of a template. Its key set is never shown. */
export function TokenForm({ before, name, lifespan, mapper, mapperAddress }: TokenFormProps) {
  const t = useText('console_projects')
  const said = saidDuration(lifespan)
  const label = t('token.lifespan')
  return (
    <ConsoleForm intent="token" submit={t('token.save')} before={before}>
      {name === undefined && <CodeField name="name" label={t('token.name')} hint={t('token.name_hint')} />}
      <KeySet isKept={name !== undefined} />
      <div className={classes.pair}>
        <CodeField
          name="ttl"
          label={label}
          hint={t('token.lifespan_hint')}
          inputMode="numeric"
          defaultValue={String(said.number)}
        />
        <ChoiceField
          name="ttl.unit"
          label={t('duration.unit', { label })}
          defaultValue={said.unit}
          options={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
        />
      </div>
      <AreaField
        name="claims_mapper_url"
        label={t('provider.mapper')}
        hint={
          mapperAddress === '' ? t('token.mapper_hint') : t('provider.mapper_elsewhere', { address: mapperAddress })
        }
        defaultValue={mapper}
        rows={8}
        isCode
      />
    </ConsoleForm>
  )
}

const units = ['d', 'h', 'm', 's'] as const

function KeySet({ isKept }: { readonly isKept: boolean }) {
  const t = useText('console_projects')
  const kept = isKept && t('configuration.secret_hint')
  const hint = useSecretHint(
    <>
      {t('token.keys_hint')} {kept}
    </>,
  )
  return <AreaField name="jwks_url" label={t('token.keys')} hint={hint} rows={6} isCode />
}
