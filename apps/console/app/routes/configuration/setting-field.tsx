import { FieldMessages, Select, TextInput } from '@gatehouse/design/controls'
import { Icon } from '@gatehouse/design/content'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { durationUnits, saidDuration } from '../../configuration/duration.ts'
import type { Switch } from '../../configuration/switches.ts'
import { useFormField, useSecretHint } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import { OriginMark } from './origin-mark.tsx'
import classes from './setting-field.module.css'

/** The effective value of a setting, and its origin. */
export interface SettingState {
  readonly path: string
  /** Durations are milliseconds; of secrets nothing. */
  readonly value: boolean | string | number
  /** Absent: the control plane does not say. */
  readonly origin: AnswerOf<'getProjectEffectiveConfig'>['settings'][string]['origin'] | undefined
  /** A secret is there. */
  readonly isSet: boolean
  /** The prerequisite that is missing. */
  readonly lacks: Switch['needs'] | undefined
}

/** A row of the settings: its name, the origin of its value, and the control. */
export function SettingField({ one, state }: { readonly one: Switch; readonly state: SettingState | undefined }) {
  const t = useText('console_projects')
  const { path, icon } = one
  const { id, messages } = useFormField(path)
  const again = useSecretHint()
  if (state === undefined) return null
  // Several settings need the mail server: the page says so once, and so does its section.
  const lacks = state.lacks === 'mail_server' ? undefined : state.lacks
  return (
    <div className={classes.frame} data-setting={path}>
      <div className={classes.setting}>
        <span className={classes.icon}>
          <Icon name={icon} size={20} />
        </span>
        <div className={classes.words}>
          <label htmlFor={id}>{t(`switch.${path}`)}</label>
          <p id={`${id}-about`}>
            {t(`switch_about.${path}`)} {one.kind === 'secret' && again} <Origin state={state} kind={one.kind} />
          </p>
          {lacks !== undefined && (
            <p className={classes.lacks} data-urgent={state.value === true || undefined}>
              {state.value === true && <Icon name="alert" size={16} />} {t(`lacks.${lacks}`)}
            </p>
          )}
          <FieldMessages id={id} messages={messages} />
        </div>
        <div className={classes.control} data-kind={one.kind}>
          <Control one={one} state={state} />
        </div>
      </div>
    </div>
  )
}

function Origin({
  state: { origin, value, isSet },
  kind,
}: {
  readonly state: SettingState
  readonly kind: Switch['kind']
}) {
  const t = useText('console_projects')
  if (origin === undefined || (kind === 'secret' && !isSet)) return null
  const byDefault = kind === 'switch' ? (value === true ? 'origin.default_on' : 'origin.default_off') : 'origin.default'
  return <OriginMark>{t(origin === 'default' ? byDefault : `origin.${origin}`)}</OriginMark>
}

function Control({ one: { path, kind }, state }: { readonly one: Switch; readonly state: SettingState }) {
  const t = useText('console_projects')
  const { id, typed, isAnswered, messages } = useFormField(path)
  const unit = useFormField(`${path}.unit`)
  const described = {
    'aria-describedby': [`${id}-about`, ...messages.map((_, index) => `${id}-message-${index}`)].join(' '),
    ...(messages.length > 0 && { 'aria-invalid': true as const }),
  }
  if (kind === 'switch') {
    const checked = isAnswered ? typed === 'on' : state.value === true
    return (
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says itself whether it is checked
        role="switch"
        id={id}
        name={path}
        defaultChecked={checked}
        // It would be refused, and says why beside it.
        disabled={state.lacks === 'secure_host' && state.value !== true}
        className={classes.toggle}
        {...described}
      />
    )
  }
  if (kind === 'duration' && typeof state.value === 'number') {
    const said = saidDuration(state.value)
    const units = Object.keys(durationUnits).filter((one) => one !== 'ms' || said.unit === 'ms')
    return (
      <>
        <TextInput
          id={id}
          name={path}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed ?? String(said.number)}
          dir="ltr"
          {...described}
        />
        <Select
          id={unit.id}
          name={`${path}.unit`}
          aria-label={t('duration.unit', { label: t(`switch.${path}`) })}
          defaultValue={unit.typed ?? said.unit}
          options={units.map((value) => ({ value, label: t(`unit.${unitKey(value)}`) }))}
        />
      </>
    )
  }
  return (
    <TextInput
      id={id}
      name={path}
      type={kind === 'secret' ? 'password' : 'text'}
      autoComplete="off"
      defaultValue={typed ?? String(state.value)}
      placeholder={kind === 'secret' ? t(state.isSet ? 'secret.kept' : 'secret.none') : undefined}
      dir={kind === 'secret' ? 'ltr' : 'auto'}
      {...described}
    />
  )
}

function unitKey(value: string): keyof typeof durationUnits {
  return value === 'd' || value === 'h' || value === 'm' || value === 's' ? value : 'ms'
}
