import { Button, Field, Select, TextInput } from '@gatehouse/design/controls'
import { useText } from '../text/texts.tsx'
import { valueAt } from '../configuration/config-tree.ts'
import { useBrandForm } from './brand-form.ts'
import classes from './branding.module.css'
import { isFixed } from './document.ts'
import { pageTexts } from './fields.ts'

export interface TextControlsProps {
  /** The default texts of pages, by namespace and key. */
  readonly builtIn: Readonly<Record<string, string>>
}

/** The texts of the pages in the language that was chosen; an empty one is as it comes. */
export function TextControls({ builtIn }: TextControlsProps) {
  const t = useText('console_branding')
  const { document, fixed, faults, language, mayChange, fixedIn } = useBrandForm()
  return pageTexts.map(({ namespace, key, label }) => {
    const path = `texts.${language}.${namespace}.${key}`
    const isHeld = isFixed(fixed, path)
    const value = valueAt(isHeld ? fixed : document, path)
    const text = typeof value === 'string' ? value : ''
    const messages = faults
      .filter((one) => one.path === path)
      .map(({ reason }) => ({ text: reason, kind: 'error' as const }))
    return (
      <Field
        key={path}
        id={`brand-${namespace}-${key}`}
        label={t(`field.${label}`)}
        hint={isHeld ? t('fixed', { file: fixedIn ?? 'gatehouse.yml' }) : undefined}
        messages={messages}
      >
        {(given) => (
          <TextInput
            {...given}
            key={text}
            name={`text.${namespace}.${key}`}
            defaultValue={text}
            placeholder={builtIn[`${namespace}.${key}`]}
            disabled={isHeld || !mayChange}
            autoComplete="off"
            dir="auto"
          />
        )}
      </Field>
    )
  })
}

export interface LanguageChoiceProps {
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  readonly language: string
  /** The form that chooses: it opens this page in another language of texts. */
  readonly form: string
}

/** The language whose texts are edited: a separate form, so that it works without script. */
export function LanguageChoice({ languages, language, form }: LanguageChoiceProps) {
  const t = useText('console_branding')
  return (
    <div className={classes.line}>
      <Field id={`${form}-language`} label={t('language')}>
        {(given) => (
          <Select
            {...given}
            key={language}
            form={form}
            name="language"
            defaultValue={language}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
          />
        )}
      </Field>
      <noscript>
        <Button type="submit" form={form} size="small">
          {t('mails.show')}
        </Button>
      </noscript>
    </div>
  )
}
