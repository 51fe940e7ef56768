import { Button, Field, TextInput, PasswordInput } from '@gatehouse/design/controls'
import { useFormLabels } from '../layout/form-labels.ts'
import classes from './failure-page.module.css'
import type { Resend } from '../request/failure.ts'

/** Sends once more what got no answer: a plain form, as it was sent without script. What is left out its page says. */
export function ResendForm({ resend: { action, values, asked, label } }: { readonly resend: Resend }) {
  const labels = useFormLabels()
  return (
    <form method="post" action={action} noValidate className={classes.resend} data-testid="resend">
      {values.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {asked.map((field) => (
        <Field key={field.name} id={`resend-${field.name}`} label={field.label}>
          {(control) =>
            field.type === 'password' ? (
              <PasswordInput
                {...control}
                name={field.name}
                autoComplete={field.autoComplete}
                required
                labels={labels}
              />
            ) : (
              <TextInput
                {...control}
                name={field.name}
                autoComplete={field.autoComplete}
                inputMode="numeric"
                dir="ltr"
                required
              />
            )
          }
        </Field>
      ))}
      <Button type="submit" variant="primary">
        {label}
      </Button>
    </form>
  )
}
