import { Button, ButtonLink, Checkbox, Field, Select } from '@gatehouse/design/controls'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useFilterWords } from '../people/filter-words.ts'
import { isNarrowed, pageAddress } from '../people/people-search.ts'
import { searchOf } from '../people/search.server.ts'
import classes from './export.module.css'
import { exportFormats } from './formats.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('announceIdentityExport')) throw forbidden(page)
  const search = searchOf(url.searchParams, await scope.load('getIdentityEngine'))
  // Operators who may create accounts may see the credentials of accounts.
  return { search, mayCredentials: scope.may('createIdentity') }
}

/** Exports people: all of them, or the results of a search. */
export default function Export() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const { search, mayCredentials } = useLoaderData<typeof loader>()
  const address = pageAddress(search)
  const filters = useFilterWords(search, { schemas: [], organizations: [] })
  const set = filters.flatMap(({ label, chosen }) => (chosen === undefined ? [] : [`${label}: ${chosen.label}`]))
  const words = [search.q, ...set].filter((part) => part !== '').join(' · ')
  return (
    <>
      <PageHead title={t('export.title')} intro={t('export.lead')} />
      <p>{isNarrowed(search) ? t('export.narrowed', { search: words }) : t('export.everybody')}</p>
      {/* The browser sends it by itself: a file does not go through script. */}
      <form method="post" action={`${root}/people/export/file${address}`} className={classes.form} data-intent="export">
        <Field id="export-format" label={t('export.format')}>
          {(control) => (
            <Select
              {...control}
              name="format"
              options={exportFormats.map((name) => ({ value: name, label: t(`export.format_${name}`) }))}
            />
          )}
        </Field>
        {mayCredentials ? (
          <div>
            <Checkbox id="export-credentials" name="credentials" label={t('export.credentials')} />
            <p className={classes.hint}>{t('export.credentials_hint')}</p>
          </div>
        ) : (
          <p className={classes.hint}>{t('export.no_credentials')}</p>
        )}
        <ReasonField hint={t('export.audited')} />
        <div className={classes.buttons}>
          <Button type="submit" variant="primary" size="small">
            {t('export.go')}
          </Button>
          <ButtonLink href={`${root}/people${address}`} link={PageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
        </div>
      </form>
    </>
  )
}
