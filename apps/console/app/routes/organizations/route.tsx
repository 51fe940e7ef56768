import { Button, ButtonLink } from '@gatehouse/design/button'
import { Field, TextInput } from '@gatehouse/design/field'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/place.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import type { Organization } from '../../organizations/organization.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import classes from '../people/people.module.css'
import { useMay } from '../place/use-place.ts'
import { OrganizationTable } from './organization-table.tsx'

const pageSize = 50

interface Listed {
  readonly organizations: readonly Organization[]
  readonly has_next_page: boolean
  readonly next_page_token: string
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const room = await enterProject(consoleRequestOf(context), params)
  const domain = (url.searchParams.get('domain') ?? '').trim().replace(/^.*@/, '')
  const token = url.searchParams.get('page_token') ?? ''
  const query = new URLSearchParams({ page_size: String(pageSize), page_token: token, domain })
  const { organizations, has_next_page, next_page_token } = await room.load<Listed>(`/organizations?${query}`)
  return { organizations, domain, isFirst: token === '', next: has_next_page ? next_page_token : undefined }
}

/** The organizations of a project: whose people sign in at a provider of their own. */
export default function Organizations() {
  const t = useText('console_organizations')
  const title = useText('console')('nav.organizations')
  const { organizations, domain, isFirst, next } = useLoaderData<typeof loader>()
  const root = useProjectRoot()
  const mayCreate = useMay()('createOrganization')
  const address = (token: string) => {
    const given = Object.entries({ domain, page_token: token }).filter(([, value]) => value !== '')
    return `?${new URLSearchParams(given)}`
  }
  const create = mayCreate && (
    <ButtonLink href={`${root}/organizations/new`} link={PageLink} size="small" variant="primary">
      {t('list.new')}
    </ButtonLink>
  )
  const isShort = isFirst && next === undefined && domain === ''
  return (
    <>
      <PageHead title={title} lead={t('list.lead')} actions={organizations.length > 0 && create} />
      {!(isShort && organizations.length === 0) && (
        <search>
          <Form key={domain} method="get" className={classes.filters}>
            <Field id="domain" label={t('list.domain')} hint={t('list.domain_hint')}>
              {(control) => <TextInput {...control} type="search" name="domain" defaultValue={domain} dir="ltr" />}
            </Field>
            <div className={classes.go}>
              <Button type="submit" size="small">
                {t('list.go')}
              </Button>
              {domain !== '' && <PageLink href="?">{t('list.clear')}</PageLink>}
            </div>
          </Form>
        </search>
      )}
      <OrganizationTable
        rows={organizations}
        empty={
          domain === '' ? (
            <Empty title={t('list.empty')}>
              <p>{t('list.empty_text')}</p>
              {create}
            </Empty>
          ) : (
            <Empty title={t('list.none_found', { domain })}>
              <PageLink href="?">{t('list.clear')}</PageLink>
            </Empty>
          )
        }
      />
      <Pager first={isFirst ? undefined : address('')} next={next === undefined ? undefined : address(next)} />
    </>
  )
}
