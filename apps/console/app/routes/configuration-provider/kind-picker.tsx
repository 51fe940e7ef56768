import { Icon, ProviderIcon } from '@gatehouse/design/content'
import { providerKinds } from '../../configuration/provider-kinds.ts'
import { PageLink } from '../../page/page-link.tsx'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import classes from './provider-form.module.css'

/** The kinds of providers, each a link to the form that asks for what it needs. */
export function KindPicker() {
  const t = useText('console_projects')
  const root = useProjectRoot()
  return (
    <ul className={classes.kinds} data-part="kinds">
      {providerKinds.map(({ value, label }) => (
        <li key={value}>
          <PageLink href={`${root}/configuration/providers/new/${value}`}>
            <KindMark kind={value} label={label} />
            <span>
              <bdi>{label}</bdi>
              {value === 'generic' && <small>{t('provider.any')}</small>}
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** The mark of a kind. Decoration. */
export function KindMark({ kind, label }: { readonly kind: string; readonly label: string }) {
  return (
    <span className={classes.mark}>
      {kind === 'generic' ? <Icon name="key" /> : <ProviderIcon provider={kind} name={label} />}
    </span>
  )
}
