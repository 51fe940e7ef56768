import { Address, Avatar, Icon } from '@gatehouse/design/content'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../text/text-source.ts'
import classes from './known-accounts.module.css'
import { forgetAccount, recallSignIns } from './sign-in-memory.ts'

export interface KnownAccountsProps {
  /** Name of the field that takes the sign-in name. */
  readonly field: string
}

/**
 * Who signed in with this browser before: a list to choose from, and to take names off. It opens over the page, so that
 * nothing moves when it arrives.
 */
export function KnownAccounts({ field }: KnownAccountsProps) {
  const t = useText('login')
  const [accounts, setAccounts] = useState(() => recallSignIns().accounts)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return undefined
    const close = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target)) return
      setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  if (accounts.length === 0) return null
  return (
    <div className={classes.accounts} ref={box}>
      <button
        type="button"
        ref={opener}
        className={classes.opener}
        aria-expanded={open}
        aria-controls="known-accounts"
        onClick={() => setOpen(!open)}
      >
        {t('accounts.open')}
        <Icon name="chevron" size={14} />
      </button>
      <ul id="known-accounts" className={classes.list} hidden={!open} aria-label={t('accounts.title')}>
        {accounts.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              className={classes.choice}
              data-testid="known-account"
              onClick={() => {
                setOpen(false)
                choose(field, name)
              }}
            >
              <Avatar name={name} />
              <Address>{name}</Address>
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('accounts.forget', { name })}
              onClick={() => {
                setAccounts(forgetAccount(name).accounts)
                opener.current?.focus()
              }}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Fills the name in, and goes on to what is left to do: the password, or the next screen. */
function choose(field: string, name: string): void {
  const input = document.getElementsByName(field)[0]
  if (!(input instanceof HTMLInputElement)) return
  input.value = name
  const form = input.form
  const password = form?.elements.namedItem('password')
  if (password instanceof HTMLInputElement) password.focus()
  else form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[type=submit]'))
}
