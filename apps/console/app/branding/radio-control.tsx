import { useText } from '../text/texts.tsx'
import { useBrandForm } from './brand-form.ts'
import { isFixed } from './document.ts'
import { choices } from './fields.ts'
import classes from './radio-control.module.css'
import { fieldAt, useControl } from './use-control.ts'

/** One of a few, each with a drawing. */
export function RadioControl({ path }: { readonly path: 'layout' | 'background' }) {
  const t = useText('console_branding')
  const { document, fixed } = useBrandForm()
  const { id, name, label, hint, disabled, text, messages } = useControl(path)
  const source = isFixed(fixed, path) ? fixed : document
  const isPicture = path === 'background' && typeof source['background'] === 'object'
  const current = isPicture ? 'picture' : text === '' ? fieldAt(path).plain : text
  return (
    <fieldset
      className={classes.radios}
      disabled={disabled}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <legend>{label}</legend>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
      {messages.map((message) => (
        <p key={message.text} role="alert">
          {message.text}
        </p>
      ))}
      <div className={classes.options}>
        {choices[path].map((word) => (
          <label key={`${word} ${current}`} className={classes.option}>
            <input type="radio" name={name} value={word} defaultChecked={word === current} />
            <span className={classes.drawing} data-drawing={word} aria-hidden="true">
              <i />
              <b />
            </span>
            <span>{t(`choice.${word}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
