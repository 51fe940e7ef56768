import { Panel, Section } from '@gatehouse/design/content'
import { type Switch, switches } from '../../configuration/switches.ts'
import { CheckField } from '../../form/check-field.tsx'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './switch-form.module.css'

/** How a switch stands; `isSet`: the configuration itself says so. */
export interface SwitchValue {
  readonly path: string
  readonly value: boolean | string
  readonly isSet: boolean
}

export interface SwitchFormProps {
  readonly group: Switch['group']
  /** Of the configuration that the values are from. */
  readonly revision: string
  readonly values: readonly SwitchValue[]
  readonly mayChange: boolean
}

/** One group of switches. Sending it changes nothing yet: what would change is shown first. */
export function SwitchForm({ group, revision, values, mayChange }: SwitchFormProps) {
  const t = useText('console_projects')
  const ofGroup = switches.filter((one) => one.group === group)
  const labels = new Map<string, string>(ofGroup.map(({ path }) => [path, t(`switch.${path}`)]))
  const fields = ofGroup.map((one) => (
    <SwitchField key={one.path} one={one} state={values.find(({ path }) => path === one.path)} />
  ))
  return (
    <Section id={group} title={t(`switch_group.${group}`)} intro={t(`switch_group.${group}_lead`)}>
      <Panel padded>
        {mayChange ? (
          <ConsoleForm
            intent={group}
            submit={t('configuration.review')}
            variant="plain"
            hidden={{ revision }}
            fieldLabel={(name) => labels.get(name)}
          >
            {fields}
          </ConsoleForm>
        ) : (
          <fieldset disabled className={classes.fields}>
            {fields}
          </fieldset>
        )}
      </Panel>
    </Section>
  )
}

function SwitchField({ one, state }: { readonly one: Switch; readonly state: SwitchValue | undefined }) {
  const t = useText('console_projects')
  const { path, kind } = one
  const label = t(`switch.${path}`)
  if (kind === 'switch') return <CheckField name={path} label={label} defaultChecked={state?.value === true} />
  const hints = {
    duration: t('configuration.duration_hint'),
    secret: state?.isSet === true ? t('configuration.secret_hint') : t('configuration.mail_server_hint'),
    text: undefined,
  }
  return (
    <TextField
      name={path}
      label={label}
      hint={hints[kind]}
      defaultValue={String(state?.value ?? '')}
      type={kind === 'secret' ? 'password' : 'text'}
      autoComplete="off"
      dir={kind === 'text' ? 'auto' : 'ltr'}
    />
  )
}
