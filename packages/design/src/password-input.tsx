import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { TextInput } from './field.tsx'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import classes from './password-input.module.css'

export interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  readonly labels: { readonly showPassword: string; readonly hidePassword: string; readonly capsLock: string }
}

/**
 * A password control. Once script runs the password can be shown, and the control warns when caps lock is on: inside
 * its own box, because a line that appeared below would move the rest of the page.
 */
export function PasswordInput({ labels, ...input }: PasswordInputProps) {
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const control = useRef<HTMLInputElement>(null)

  // A browser remembers what it sends as text; a password must leave as one.
  useEffect(() => {
    const form = control.current?.form
    if (!shown || !form) return undefined
    const hide = () => {
      if (control.current) control.current.type = 'password'
      setShown(false)
    }
    form.addEventListener('submit', hide)
    return () => form.removeEventListener('submit', hide)
  }, [shown])

  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <div className={classes.box} data-toggle={hydrated || undefined} data-caps-lock={capsLock || undefined}>
        <TextInput
          {...input}
          ref={control}
          type={shown ? 'text' : 'password'}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        {capsLock && (
          <span className={classes.capsLock} title={labels.capsLock} aria-hidden="true">
            <Icon name="capsLock" size={18} />
            <span>{labels.capsLock}</span>
          </span>
        )}
        {hydrated && (
          <button
            type="button"
            className={classes.toggle}
            aria-label={shown ? labels.hidePassword : labels.showPassword}
            aria-controls={input.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        )}
        <span role="status" data-unseen>
          {capsLock && labels.capsLock}
        </span>
      </div>
    </>
  )
}
