import { Button, Field, FileInput } from '@gatehouse/design/controls'
import { useText } from '../text/texts.tsx'
import { useBrandForm } from './brand-form.ts'
import classes from './file-control.module.css'
import { useControl } from './use-control.ts'

const imageKind = /\.(?:png|jpg|webp|svg|ico)$/

/** A file: the stored one, a replacement, or none. */
export function FileControl({
  path,
  accept,
  hint,
}: {
  readonly path: string
  readonly accept: string
  readonly hint: string
}) {
  const t = useText('console_branding')
  const { root } = useBrandForm()
  const { id, name, label, disabled, text, messages, ...control } = useControl(path)
  const stored = text.startsWith('asset:') ? text.slice('asset:'.length) : undefined
  return (
    <div className={classes.file} data-part="brand-file">
      {stored !== undefined && imageKind.test(stored) && (
        <img src={`${root}/branding/files/${stored}`} alt="" className={classes.thumbnail} />
      )}
      <Field id={id} label={label} hint={control.hint ?? hint} messages={messages}>
        {(given) => (
          <>
            {(stored !== undefined || text !== '') && (
              <p className={classes.stored}>
                <code dir="ltr">{stored ?? text}</code>
              </p>
            )}
            <FileInput {...given} key={text} name={name} accept={accept} disabled={disabled} />
          </>
        )}
      </Field>
      {stored !== undefined && !disabled && (
        <Button type="submit" size="small" name={`${name}.remove`} value="on" aria-description={label}>
          {t('file.remove')}
        </Button>
      )}
    </div>
  )
}
