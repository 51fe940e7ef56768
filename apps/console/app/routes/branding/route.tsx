import { oneOf } from '@gatehouse/i18n/translator'
import { ButtonLink } from '@gatehouse/design/controls'
import { useRef } from 'react'
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { AnswerView } from '../../branding/answer-view.tsx'
import { answerBranding } from '../../branding/branding-answer.server.ts'
import { typedDocument } from '../../branding/branding-answer.ts'
import { fieldIn } from '../../branding/form-field.server.ts'
import { BrandFormContext } from '../../branding/brand-form.ts'
import classes from '../../branding/branding.module.css'
import { workedOn } from '../../branding/drafting.server.ts'
import { brandOfForm } from '../../branding/from-form.server.ts'
import { changedNames, nameOfKey } from '../../branding/names.ts'
import { type Look, Preview, previewPages } from '../../branding/preview-frame.tsx'
import { PublishBar } from '../../branding/publish-bar.tsx'
import { builtInTexts, textLanguages } from '../../branding/text-languages.server.ts'
import { useAutosave } from '../../branding/use-autosave.ts'
import { VersionList } from '../../branding/version-list.tsx'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { readFileForm } from '../../form/file-form.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { BrandFields } from './brand-fields.tsx'

const shownVersions = 4

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const { searchParams } = new URL(request.url)
  const [state, { versions, has_next_page: hasMore = false }] = await Promise.all([
    scope.load('getBranding', { params: { part: 'brand' } }),
    scope.load('listBrandingVersions', { params: { part: 'brand' }, query: { page_size: String(shownVersions) } }),
  ])
  const { languages, language } = textLanguages(searchParams.get('language'))
  const look: Look = {
    scheme: oneOf(['light', 'dark', 'phone'], searchParams.get('scheme')) ?? 'light',
    page:
      oneOf(
        previewPages.map(({ page }) => page),
        searchParams.get('page'),
      ) ?? 'login',
  }
  return {
    state,
    document: workedOn(state),
    versions,
    hasMore,
    languages,
    language,
    builtIn: builtInTexts(language),
    look,
    root: scope.address,
    host: new URL(scope.project.origin ?? 'https://localhost').host,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readFileForm(page, request)
  const field = fieldIn(form)
  const intent = field('intent') === '' ? 'save' : field('intent')
  return answerBranding(page, scope, 'brand', { intent, field, read: (before) => brandOfForm(scope, before, form) })
}

const formId = 'brand'

/** The branding of a project: drafted here, previewed beside it, published when it is right. */
export default function Branding() {
  const t = useText('console_branding')
  const nav = useText('console')
  const data = useLoaderData<typeof loader>()
  const { state, versions, hasMore, look, language, root, host } = data
  const may = useMay()
  const mayChange = may('setBrandingDraft')
  const form = useRef<HTMLFormElement>(null)
  const { onChange, onSubmit, isSaving, answer: saved } = useAutosave(form)
  const answer = useActionData<typeof action>()
  const document = typedDocument(answer, saved) ?? data.document
  const { draft, fixed, fixed_in: fixedIn, faults, contrast } = state
  const changed = draft === null ? [] : changedNames(t, state.published, document)
  const hrefOf = ({ scheme, page }: Look) => `?${new URLSearchParams({ scheme, page, language }).toString()}`
  const fields = { document, fixed, fixedIn, faults, contrast, language, firstLanguage: 'en', mayChange, root }
  return (
    <>
      <PageHead title={nav('nav.branding')} intro={t('intro')} />
      <AnswerView answer={answer} form={formId} />
      <form id="texts-language" method="get" hidden>
        <input type="hidden" name="scheme" value={look.scheme} />
        <input type="hidden" name="page" value={look.page} />
      </form>
      <div className={classes.content}>
        <div className={classes.studio}>
          <Form
            id={formId}
            ref={form}
            method="post"
            encType="multipart/form-data"
            className={classes.editor}
            preventScrollReset
            noValidate
            data-intent="brand"
            onChange={(event) => {
              if (event.target instanceof HTMLElement && event.target.getAttribute('form') === null) onChange()
            }}
            onSubmit={onSubmit}
          >
            {/* The first button of a form is what Enter presses. */}
            <button type="submit" name="intent" value="save" hidden aria-hidden="true" tabIndex={-1} />
            <input type="hidden" name="draft_version" value={draft?.version ?? ''} />
            <input type="hidden" name="language" value={language} />
            <BrandFormContext value={fields}>
              <BrandFields builtIn={data.builtIn} languages={data.languages} languageForm="texts-language" />
            </BrandFormContext>
          </Form>
          <div className={classes.see}>
            <Preview
              look={look}
              hrefOf={hrefOf}
              source={sourceOf(root, { look, language, version: draft?.version ?? state.version })}
              host={host}
            />
            <section className={classes.part} aria-labelledby="history-title">
              <h2 id="history-title">{t('history.title')}</h2>
              <VersionList
                versions={versions}
                present={state.version}
                mayRestore={may('restoreBrandingVersion')}
                nameOf={nameOfKey(t)}
                isWhole={!hasMore}
              />
              {hasMore && (
                <div>
                  <ButtonLink href="history/brand" link={PageLink} size="small">
                    {t('history.all')}
                  </ButtonLink>
                </div>
              )}
            </section>
          </div>
        </div>
      </div>
      {mayChange && <PublishBar changed={changed} isSaving={isSaving} form={formId} />}
    </>
  )
}

/** Returns the address of the frame; each version of the draft has another one, so that the frame is drawn again. */
function sourceOf(
  root: string,
  { look, language, version }: { readonly look: Look; readonly language: string; readonly version: number | string },
): string {
  const scheme = look.scheme === 'dark' ? 'dark' : 'light'
  const drawn = String(version)
  if (look.page === 'mail') {
    return `${root}/mails/login_code_valid/preview?${new URLSearchParams({ language, drawn }).toString()}`
  }
  const state = previewPages.find(({ page }) => page === look.page)?.state ?? 'login'
  return `${root}/branding/preview?${new URLSearchParams({ state, scheme, language, drawn }).toString()}`
}
