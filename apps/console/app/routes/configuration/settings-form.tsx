import { Alert, Panel, Section } from '@gatehouse/design/content'
import { ConsoleForm } from '../../form/console-form.tsx'
import { UnsavedChanges } from '../../form/unsaved-changes.tsx'
import { switches, switchGroups } from '../../configuration/switches.ts'
import { useText } from '../../text/texts.tsx'
import { SettingField, type SettingState } from './setting-field.tsx'
import classes from './settings-form.module.css'

export interface SettingsFormProps {
  /** Of the configuration that the values are from. */
  readonly revision: string
  readonly states: readonly SettingState[]
  readonly mayChange: boolean
}

/** The settings that most operators change, in one form. A submit changes nothing yet: it first shows the changes. */
export function SettingsForm({ revision, states, mayChange }: SettingsFormProps) {
  const t = useText('console_projects')
  const labels = new Map<string, string>(switches.map(({ path }) => [path, t(`switch.${path}`)]))
  const lacksMail = states.some(({ lacks }) => lacks === 'mail_server')
  const cards = switchGroups.map((group) => (
    <Section key={group} id={group} title={t(`switch_group.${group}`)} intro={t(`switch_group.${group}_lead`)}>
      {group === 'mail' && lacksMail && <Alert kind="warning">{t('lacks.mail_server')}</Alert>}
      <Panel>
        {switches
          .filter((one) => one.group === group)
          .map((one) => (
            <SettingField key={one.path} one={one} state={states.find(({ path }) => path === one.path)} />
          ))}
      </Panel>
    </Section>
  ))
  if (!mayChange) {
    return (
      <fieldset disabled className={classes.cards}>
        {cards}
      </fieldset>
    )
  }
  return (
    <ConsoleForm
      intent="settings"
      submit={t('configuration.review')}
      before={revision}
      fieldLabel={(name) => labels.get(name)}
      bar={<UnsavedChanges />}
    >
      <div className={classes.cards} data-wide>
        {cards}
      </div>
    </ConsoleForm>
  )
}
