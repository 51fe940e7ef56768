import { isInputNode } from '@gatehouse/contract/flows'
import { Badge, Icon, Panel, Row, ProviderIcon } from '@gatehouse/design/content'
import { ErrorSummary } from '@gatehouse/design/controls'
import { FlowMessages } from '@gatehouse/flow-form/flow-form'
import type { Pressed } from '@gatehouse/flow-form/nodes'
import { useSearchParams } from 'react-router'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import type { SettingsFacts, LinkFact } from '../../flow-page/settings/facts.ts'
import { keptParameter } from '../../flow-page/settings/kept-tick.ts'
import { partOf } from '../../flow-page/settings/parts.ts'
import { useFormLabels } from '../../layout/form-labels.ts'
import { removeParameter } from '../../layout/part-address.ts'
import { useText } from '../../text/text-source.ts'
import { keptId } from './below-secrets.tsx'
import { withoutRemovals } from './form-flow.ts'
import { KeyCards } from './key-cards.tsx'
import { PartForm } from './part-form.tsx'
import { RemoveLink } from './remove-link.tsx'
import { RemoveQuestion } from './remove-question.tsx'
import classes from './settings-page.module.css'
import { useStateTexts } from './state-texts.ts'

export interface SettingsPartProps {
  /** Group of the nodes that this part shows. */
  readonly group: string
  readonly facts: SettingsFacts
  readonly drawn: DrawnFlow<'settings'>
  readonly paused: Pressed | undefined
}

/** One part of the settings: the result of the last change, the current state, and its form. */
export function SettingsPart({ group, facts, drawn, paused }: SettingsPartProps) {
  const t = useText('settings')
  const labels = useFormLabels()
  const [query] = useSearchParams()
  const asked = query.get(removeParameter)
  return (
    <div id={group} className={classes.part} tabIndex={-1} data-keeps-focus>
      {/* Here before there is anything to say, so that screen readers hear when there is. */}
      <div aria-live="polite" className={classes.said}>
        <FlowMessages flow={drawn.flow} labels={labels} groups={[group]} />
        {group === 'lookup_secret' && query.has(keptParameter) && (
          <ErrorSummary
            title={labels.errorTitle}
            items={[{ text: t('codes.kept_missing'), field: keptId }]}
            submission={query}
            caret={keptId}
          />
        )}
      </div>
      <Present group={group} facts={facts} />
      {group !== 'passkey' && hasForm(drawn, group) && (
        <Panel padded>
          {group === 'password' && <PasswordRules facts={facts} />}
          <PartForm group={group} drawn={drawn} paused={paused} />
        </Panel>
      )}
      {asked !== null && <RemoveQuestion group={group} id={asked} facts={facts} drawn={drawn} />}
    </div>
  )
}

/** The form of a part that is a single button, beside the part's title. */
export function PartAction({ group, drawn }: Pick<SettingsPartProps, 'group' | 'drawn' | 'facts'>) {
  return group === 'passkey' && hasForm(drawn, group) ? <PartForm group={group} drawn={drawn} /> : null
}

/** The current state of a part of the account. */
function Present({ group, facts }: Pick<SettingsPartProps, 'group' | 'facts'>) {
  const t = useText('settings')
  const state = useStateTexts(facts)(group)
  switch (group) {
    case 'passkey':
    case 'webauthn':
      return facts.keys[group].length > 0 ? (
        <KeyCards group={group} facts={facts} />
      ) : (
        <Panel padded>
          <p className={classes.quiet}>{t('state.none')}</p>
        </Panel>
      )
    case 'oidc':
      return <LinkRows links={facts.links} />
    case 'totp':
    case 'lookup_secret': {
      if (state.isSet !== true) return null
      const id = 'true'
      return (
        <Panel>
          <Row
            icon={<Icon name={partOf(group)?.icon ?? 'gear'} />}
            title={t(`${group}.title`)}
            badge={state.warning !== undefined && <Badge tone="warn">{state.warning}</Badge>}
            action={<RemoveLink group={group} id={id} name={t(`${group}.title`)} />}
          >
            <span suppressHydrationWarning title={state.exact}>
              {state.facts.join(' · ')}
            </span>
          </Row>
        </Panel>
      )
    }
    default:
      return null
  }
}

/** The rules for a new password, shown before one is refused. */
function PasswordRules({ facts: { passwordMinLength: length } }: Pick<SettingsPartProps, 'facts'>) {
  const t = useText('settings')
  if (length === undefined) return null
  return (
    <p className={classes.rules} data-testid="password-rules">
      {t('password.rules', { length })}
    </p>
  )
}

function hasForm({ flow }: DrawnFlow<'settings'>, group: string): boolean {
  return withoutRemovals(flow).ui.nodes.some(
    (node) =>
      node.group === group && !(isInputNode(node) && node.attributes.type === 'hidden') && node.type !== 'script',
  )
}

/** The accounts at providers that open this account. */
function LinkRows({ links }: { readonly links: readonly LinkFact[] }) {
  const t = useText('settings')
  if (links.length === 0) return null
  return (
    <Panel>
      {links.map(({ id, name, removable }) => (
        <Row
          key={id}
          icon={<ProviderIcon provider={id} name={name} />}
          title={name}
          action={removable && <RemoveLink group="oidc" id={id} name={name} />}
        >
          {removable ? t('state.set') : t('state.only_way')}
        </Row>
      ))}
    </Panel>
  )
}
