import { isInputNode, type LoginFlow } from '@gatehouse/contract/flows'
import { Avatar, Cut, Icon, ProviderIcon, type IconName } from '@gatehouse/design/content'
import { ageAt, timeAgo } from '@gatehouse/design/time'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useAccountChooser } from '../../enhance/use-account-chooser.ts'
import { useSendInTurn } from '../../enhance/use-send-in-turn.ts'
import type { DrawnFlow } from '../drawn-flow.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { useLanguage, useText } from '../../text/text-source.ts'
import classes from './account-chooser.module.css'
import { forAccount, forgetField } from './chooser-address.ts'
import type { KnownAccount } from '../../identity/known-accounts.server.ts'

export interface AccountChooserProps {
  readonly drawn: DrawnFlow<'login'>
  readonly accounts: readonly KnownAccount[]
}

/** The accounts that signed in with this browser, newest first, and how; or another account. Works without script. */
export function AccountChooser({ drawn, accounts }: AccountChooserProps) {
  const t = useText('login')
  useAccountChooser('login', drawn.flow)
  useSendInTurn()
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(accounts.length)
  // The pressed button is gone by now, and the focus with it.
  useEffect(() => {
    if (accounts.length !== shown.current) list.current?.focus()
    shown.current = accounts.length
  }, [accounts.length])
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        className={classes.choices}
        aria-label={t('accounts.title')}
        data-part="account-chooser"
      >
        {accounts.map((account, index) => (
          <li key={account.id}>
            <Choice drawn={drawn} account={account} index={index} />
            <Form method="post" action={drawn.action}>
              <button
                type="submit"
                name={forgetField}
                value={account.id}
                className={classes.remove}
                aria-label={t('accounts.forget', { name: account.name })}
                title={t('accounts.forget', { name: account.name })}
              >
                <Icon name="close" />
              </button>
            </Form>
          </li>
        ))}
        <li>
          <PageLink href={forAccount(drawn.action, 'other')} className={classes.choice} data-testid="other-account">
            <span className={classes.plus} aria-hidden="true">
              +
            </span>
            <span>{t('other_account')}</span>
          </PageLink>
        </li>
      </ul>
      <p className={classes.about}>{t('accounts.about')}</p>
    </>
  )
}

interface ChoiceProps {
  readonly drawn: DrawnFlow<'login'>
  readonly account: KnownAccount
  readonly index: number
}

/**
 * One account. It opens the form, filled in; if nothing is left to fill in it acts as the form would: it opens the
 * provider, or the next screen.
 */
function Choice({ drawn, account, index }: ChoiceProps) {
  const { flow, action } = drawn
  const [method = '', provider] = account.method.split(':', 2)
  const button =
    provider === undefined ? buttonOf(flow, 'method', 'identifier_first') : buttonOf(flow, 'provider', provider)
  const inside = (
    <>
      <Avatar name={account.person ?? account.name} />
      <span className={classes.who}>
        <strong>
          <Cut>{account.person ?? account.name}</Cut>
        </strong>
        {account.person !== undefined && (
          <span className={classes.address}>
            <Cut>{account.name}</Cut>
          </span>
        )}
        <How method={method} provider={provider} at={account.at} label={providerName(button) ?? provider} />
      </span>
    </>
  )
  if (button === undefined) {
    return (
      <PageLink href={forAccount(action, index)} className={classes.choice} data-testid="known-account">
        {inside}
      </PageLink>
    )
  }
  const { name, value } = button.attributes
  return (
    <Form method="post" action={action} className={classes.form}>
      {hiddenOf(flow).map(([field, text]) => (
        <input key={field} type="hidden" name={field} value={text} />
      ))}
      {provider === undefined && <input type="hidden" name="identifier" value={account.name} />}
      <button type="submit" name={name} value={String(value)} className={classes.choice} data-testid="known-account">
        {inside}
      </button>
    </Form>
  )
}

const named = ['password', 'code', 'passkey', 'webauthn', 'saml'] as const
const icons: Readonly<Record<string, IconName>> = { password: 'lock', code: 'mail', passkey: 'key', webauthn: 'key' }

interface HowProps {
  readonly method: string
  readonly provider: string | undefined
  /** The name of the provider. */
  readonly label: string | undefined
  /** Unix seconds. */
  readonly at: number
}

function How({ method, provider, label, at }: HowProps): ReactNode {
  const t = useText('login')
  const language = useLanguage()
  const known = named.find((one) => one === method)
  const says = label ?? (known && t(`method.${known}`))
  return (
    <span className={classes.how}>
      {provider === undefined ? (
        <Icon name={icons[method] ?? 'clock'} size={16} />
      ) : (
        <ProviderIcon provider={provider} name={label ?? provider} />
      )}
      <span>
        {says !== undefined && <>{says} · </>}
        {/* The exact time would cost the way to sign in its formats of dates. */}
        <time dateTime={new Date(at * 1000).toISOString()} suppressHydrationWarning>
          {timeAgo(language, ageAt(at * 1000))}
        </time>
      </span>
    </span>
  )
}

function buttonOf({ ui }: LoginFlow, name: string, value: string) {
  return ui.nodes.filter(isInputNode).find(({ attributes }) => attributes.name === name && attributes.value === value)
}

function providerName(button: ReturnType<typeof buttonOf>): string | undefined {
  const name = button?.meta.label?.context?.['provider']
  return typeof name === 'string' ? name : undefined
}

function hiddenOf({ ui }: LoginFlow): readonly (readonly [string, string])[] {
  return ui.nodes.filter(isInputNode).flatMap(({ group, attributes: { name, type, value } }) => {
    const isShared = group === 'default' && type === 'hidden' && name !== 'identifier'
    return isShared && typeof value === 'string' ? [[name, value] as const] : []
  })
}
