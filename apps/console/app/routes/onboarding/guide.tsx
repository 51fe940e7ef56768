import { useText } from '../../text/texts.tsx'
import classes from './onboarding.module.css'

/** TABLE: providers that the guide has steps for, and how their issuers look. */
const providers = [
  { id: 'entra', name: 'Microsoft Entra ID', issuer: 'https://login.microsoftonline.com/{tenant-id}/v2.0' },
  { id: 'okta', name: 'Okta', issuer: 'https://{name}.okta.com' },
  { id: 'google', name: 'Google Workspace', issuer: 'https://accounts.google.com' },
  { id: 'generic', name: 'OpenID Connect', issuer: 'https://login.example.org' },
] as const

/** Where each field comes from, by provider. Opens without script. */
export function Guide() {
  const t = useText('console_onboarding')
  return (
    <div className={classes.guide}>
      <p>{t('guide.lead')}</p>
      {providers.map(({ id, name, issuer }) => (
        <details key={id} name="guide">
          <summary>{id === 'generic' ? t('guide.generic.name') : name}</summary>
          <ol>
            {(['one', 'two', 'three'] as const).map((step) => (
              <li key={step}>{t(`guide.${id}.${step}`)}</li>
            ))}
          </ol>
          <p>
            {t('guide.issuer')} <code dir="ltr">{issuer}</code>
          </p>
        </details>
      ))}
    </div>
  )
}
