import { readFileForm } from '../../form/file-form.server.ts'
import { Alert } from '@gatehouse/design/content'
import { Button, Field, TextArea, TextInput } from '@gatehouse/design/controls'
import { useRef } from 'react'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { AnswerView } from '../../branding/answer-view.tsx'
import { draftingAnswer, typedDocument } from '../../branding/branding-answer.ts'
import { answerBranding } from '../../branding/branding-answer.server.ts'
import { fieldIn } from '../../branding/form-field.server.ts'
import classes from '../../branding/branding.module.css'
import mail from './mail.module.css'
import { type BrandDocument, isChanged } from '../../branding/document.ts'
import { workedOn } from '../../branding/drafting.server.ts'
import { PublishBar } from '../../branding/publish-bar.tsx'
import { LanguageChoice } from '../../branding/text-controls.tsx'
import { textLanguages } from '../../branding/text-languages.server.ts'
import { useAutosave } from '../../branding/use-autosave.ts'
import { valueAt } from '../../configuration/config-tree.ts'
import { enterOwnProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { mailsOfForm } from '../../mails/from-form.server.ts'
import { mailName } from '../../mails/names.ts'
import { mailParts } from '../../mails/parts.ts'
import { sendTestMail } from '../../configuration/send-test-mail.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'

async function templateOf(page: ConsoleRequest, scope: ProjectContext, name: string, language: string) {
  const { templates } = await scope.load('listMailTemplates', { query: { language } })
  const template = templates.find((one) => one.name === name)
  if (template === undefined) throw notFound(page)
  return template
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const { languages, language } = textLanguages(new URL(request.url).searchParams.get('language'))
  const template = await templateOf(page, scope, params['template'] ?? '', language)
  const [state, written] = await Promise.all([
    scope.load('getBranding', { params: { part: 'mails' } }),
    scope.load('previewMail', { params: { template: template.name }, query: { language } }),
  ])
  const document = workedOn(state)
  const path = `${template.name}.${language}`
  return {
    template,
    languages,
    language,
    document,
    faults: state.faults.filter((one) => one.path.startsWith(`${path}.`)),
    draftVersion: state.draft?.version,
    drawn: state.draft?.version ?? state.version,
    isDrafted: state.draft !== null && isChanged(state.published, document, template.name),
    written,
    me: scope.operator.email,
    root: scope.address,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readFileForm(page, request)
  const field = fieldIn(form)
  const { language } = textLanguages(new URL(request.url).searchParams.get('language'))
  const template = await templateOf(page, scope, params['template'] ?? '', language)
  const intent = field('intent') === '' ? 'save' : field('intent')
  const edited = { template: template.name, language, builtIn: template.built_in }
  if (intent === 'test') {
    const text = (name: string) => field(name).trim()
    const refused = await sendTestMail(page, scope, { intent, text }, { template: template.name, language })
    if (refused !== undefined) return refused
    setNotice(page, 'console_branding:done.test_sent', { to: text('to') })
    return redirect(page.here, 303)
  }
  return answerBranding(page, scope, 'mails', {
    intent,
    field,
    read: async (before) => ({ document: mailsOfForm(before, form, edited), refused: {} }),
  })
}

const formId = 'mail'

type MailTexts = Readonly<Partial<Record<string, string>>>

function textsIn(document: BrandDocument, path: string): MailTexts {
  const own = mailParts.map(({ part }) => [part, valueAt(document, `${path}.${part}`)] as const)
  return Object.fromEntries(own.flatMap(([part, text]) => (typeof text === 'string' ? [[part, text]] : [])))
}

/** One kind of mail in one language: its texts, and a preview of the mail. */
export default function Mail() {
  const t = useText('console_branding')
  const { template, languages, language, document, draftVersion, isDrafted, me } = useLoaderData<typeof loader>()
  const may = useMay()
  const mayChange = may('setBrandingDraft')
  const form = useRef<HTMLFormElement>(null)
  const { onChange, onSubmit, isSaving, answer: saved } = useAutosave(form)
  const answer = draftingAnswer(useActionData<typeof action>())
  const texts = textsIn(typedDocument(answer, saved) ?? document, `${template.name}.${language}`)
  const name = mailName(t, template.name)
  const isOwn = Object.keys(texts).length > 0
  const query = `?${new URLSearchParams({ language }).toString()}`
  return (
    <>
      <PageHead title={name} />
      <AnswerView answer={answer} form={formId} />
      <form id="mail-language" method="get" hidden />
      <div className={classes.content}>
        <div className={classes.studio}>
          <div className={classes.editor}>
            <LanguageChoice languages={languages} language={language} form="mail-language" />
            <Form
              id={formId}
              key={`${template.name} ${language}`}
              ref={form}
              action={query}
              method="post"
              encType="multipart/form-data"
              className={classes.editor}
              preventScrollReset
              noValidate
              data-intent="mail"
              onChange={onChange}
              onSubmit={onSubmit}
            >
              <button type="submit" name="intent" value="save" hidden aria-hidden="true" tabIndex={-1} />
              <input type="hidden" name="draft_version" value={draftVersion ?? ''} />
              <Variables names={template.variables} />
              <Texts texts={texts} />
            </Form>
            {isOwn && mayChange && (
              <Form action={query} method="post" encType="multipart/form-data" preventScrollReset>
                <input type="hidden" name="draft_version" value={draftVersion ?? ''} />
                <Button type="submit" name="intent" value="reset" size="small">
                  {t('mails.reset')}
                </Button>
              </Form>
            )}
          </div>
          <div className={classes.see}>
            <Preview />
            {may('sendTestMail') && <TestMail to={me} />}
          </div>
        </div>
      </div>
      {mayChange && <PublishBar changed={isDrafted ? [name] : []} isSaving={isSaving} form={formId} />}
    </>
  )
}

/** What a text may name, in double braces. */
function Variables({ names }: { readonly names: readonly string[] }) {
  const t = useText('console_branding')
  return (
    <div>
      <p className={classes.quiet}>{t('mails.variables')}</p>
      <ul className={mail.variables}>
        {names.map((variable) => (
          <li key={variable}>
            <code dir="ltr">{`{{${variable}}}`}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A field for each text of the mail: the project's own, or the one that the service has. */
function Texts({ texts }: { readonly texts: MailTexts }) {
  const t = useText('console_branding')
  const { template, faults } = useLoaderData<typeof loader>()
  const disabled = !useMay()('setBrandingDraft')
  const parts = mailParts.filter(({ part }) => part !== 'button' || template.has_button)
  return parts.map(({ part, rows }) => {
    const text = {
      name: part,
      defaultValue: texts[part] ?? template.built_in[part] ?? '',
      disabled,
      dir: 'auto' as const,
    }
    const messages = faults
      .filter(({ path }) => path.endsWith(`.${part}`))
      .map(({ reason }) => ({ text: reason, kind: 'error' as const }))
    return (
      <Field
        key={part}
        id={`mail-${part}`}
        label={t(`part_of_mail.${part}`)}
        hint={hintOf(t, part)}
        messages={messages}
      >
        {(given) =>
          rows === 1 ? (
            <TextInput {...given} {...text} autoComplete="off" />
          ) : (
            <TextArea {...given} {...text} rows={rows} />
          )
        }
      </Field>
    )
  })
}

function hintOf(t: ReturnType<typeof useText<'console_branding'>>, part: (typeof mailParts)[number]['part']) {
  return part === 'body' || part === 'text' ? t(`mails.hint_${part}`) : undefined
}

/** The mail as its draft has it: with HTML, and as plain text. */
function Preview() {
  const t = useText('console_branding')
  const { template, language, faults, drawn, written, root } = useLoaderData<typeof loader>()
  const frame = `${root}/mails/${template.name}/preview?${new URLSearchParams({ language, drawn: String(drawn) }).toString()}`
  return (
    <>
      {faults.length > 0 && (
        <Alert kind="info" title={t('mails.faulty')}>
          {t('mails.faulty_text')}
        </Alert>
      )}
      <section className={classes.part} aria-labelledby="mail-preview-title">
        <h2 id="mail-preview-title">{t('mails.preview')}</h2>
        <p>
          <span className={classes.quiet}>{t('part_of_mail.subject')}:</span>{' '}
          <bdi data-testid="mail-subject">{written.subject}</bdi>
        </p>
        <iframe
          key={frame}
          src={frame}
          title={t('mails.preview_of', { mail: mailName(t, template.name) })}
          sandbox=""
          className={mail.frame}
        />
      </section>
      <section className={classes.part} aria-labelledby="mail-text-title">
        <h2 id="mail-text-title">{t('mails.plain')}</h2>
        <pre className={mail.plain} dir="auto" data-testid="mail-text">
          {written.text}
        </pre>
      </section>
    </>
  )
}

function TestMail({ to }: { readonly to: string }) {
  const t = useText('console_branding')
  return (
    <section className={classes.part} aria-labelledby="mail-test-title">
      <div>
        <h2 id="mail-test-title">{t('mails.test')}</h2>
        <p className={classes.quiet}>{t('mails.test_lead')}</p>
      </div>
      <ConsoleForm intent="test" submit={t('mails.send')} variant="plain">
        <TextField name="to" label={t('mails.to')} type="email" defaultValue={to} autoComplete="email" dir="ltr" />
      </ConsoleForm>
    </section>
  )
}
