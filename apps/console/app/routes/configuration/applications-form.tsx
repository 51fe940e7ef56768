import { Panel, Section } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import type { AddressList, ApplicationsState, SingleSetting } from '../../configuration/applications.server.ts'
import { AreaField } from '../../form/area-field.tsx'
import { CheckField } from '../../form/check-field.tsx'
import { CodeField, ConsoleForm } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './applications-form.module.css'
import { OriginMark } from './origin-mark.tsx'
import { SessionTokens } from './session-tokens.tsx'

export interface ApplicationsFormProps {
  /** The present revision, for what is removed. */
  readonly revision: string
  /** The values of the form, as JSON. */
  readonly before: string
  readonly asksForHost: boolean
  readonly state: ApplicationsState
  readonly mayChange: boolean
}

/** The settings for the applications of a project: return addresses, the session's domain, the origins of scripts. */
export function ApplicationsForm({ revision, before, asksForHost, state, mayChange }: ApplicationsFormProps) {
  const t = useText('console_projects')
  const { host = '' } = state
  const fields = (
    <div className={classes.fields}>
      <Addresses name="return_urls" label={t('applications.return_urls')} list={state.returnUrls}>
        {t('applications.return_urls_hint')}
      </Addresses>
      <Single name="default_return_url" label={t('applications.default_return_url')} setting={state.defaultReturnUrl}>
        {t('applications.default_return_url_hint')}
      </Single>
      {asksForHost ? (
        <div className={classes.field}>
          <CheckField
            name="session_below"
            label={t('applications.session_below', { host })}
            defaultChecked={state.cookieDomain.value === host}
          />
          <p className={classes.about}>{t('applications.session_below_hint', { host })}</p>
        </div>
      ) : (
        <Single name="cookie_domain" label={t('applications.cookie_domain')} setting={state.cookieDomain}>
          {t('applications.cookie_domain_hint')}
        </Single>
      )}
      <Addresses name="cors_origins" label={t('applications.cors_origins')} list={state.corsOrigins}>
        {t('applications.cors_origins_hint')}
      </Addresses>
    </div>
  )
  return (
    <Section id="applications" title={t('applications.title')} intro={t('applications.lead')}>
      <Panel padded>
        {mayChange ? (
          <ConsoleForm
            intent="applications"
            submit={t('applications.save')}
            hidden={{ host, ...(asksForHost && { asks_below: 'yes' }) }}
            before={before}
          >
            {fields}
          </ConsoleForm>
        ) : (
          <fieldset disabled className={classes.locked}>
            {fields}
          </fieldset>
        )}
      </Panel>
      <SessionTokens
        tokens={state.tokens}
        revision={revision}
        mayChange={mayChange}
        mayAdd={mayChange && !state.returnUrls.isFixed}
      />
    </Section>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  /** The hint. */
  readonly children: ReactNode
}

/** Addresses of the project, one on each line, and those that count beside them. A list that something stronger says is shown alone. */
function Addresses({ name, label, list, children }: FieldProps & { readonly list: AddressList }) {
  const t = useText('console_projects')
  return (
    <div className={classes.field} data-setting={name}>
      {list.isFixed ? (
        <p className={classes.label}>{label}</p>
      ) : (
        <AreaField
          name={name}
          label={label}
          hint={children}
          rows={Math.min(8, Math.max(3, list.own.length + 1))}
          defaultValue={list.own.join('\n')}
          isCode
        />
      )}
      {list.fixed.length > 0 && (
        <div className={classes.fixed}>
          {!list.isFixed && <p>{t('applications.also')}</p>}
          <ul>
            {list.fixed.map(({ value, origin }) => (
              <li key={`${origin} ${value}`}>
                <code dir="ltr">{value}</code> <OriginMark>{t(`origin.${origin}`)}</OriginMark>
              </li>
            ))}
          </ul>
        </div>
      )}
      {list.isFixed && <p className={classes.about}>{t('applications.fixed')}</p>}
    </div>
  )
}

/** One value. A value from a stronger source is shown, and cannot be changed. */
function Single({ name, label, setting, children }: FieldProps & { readonly setting: SingleSetting }) {
  const t = useText('console_projects')
  const { value, origin, isFixed } = setting
  if (!isFixed) {
    return (
      <div className={classes.field} data-setting={name}>
        <CodeField name={name} label={label} hint={children} defaultValue={value} />
      </div>
    )
  }
  return (
    <div className={classes.field} data-setting={name}>
      <p className={classes.label}>{label}</p>
      <p>
        <code dir="ltr">{value}</code> <OriginMark>{t(`origin.${origin ?? 'settings'}`)}</OriginMark>
      </p>
      <p className={classes.about}>{t('applications.fixed')}</p>
    </div>
  )
}
