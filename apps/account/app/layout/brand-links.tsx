import { useText } from '../text/text-source.ts'
import { useRootData } from '../request/root-data.ts'

/** Terms, privacy, support, imprint, and the product's name: as far as the operator configured them. */
export function BrandLinks() {
  const t = useText('brand')
  const brand = useRootData()?.brand
  const { links = [], attribution } = brand ?? {}
  if (links.length === 0 && attribution !== true) return null
  return (
    <ul data-part="brand-links">
      {links.map(({ name, href }) => (
        <li key={name}>
          <a href={href}>{t(`link.${name}`)}</a>
        </li>
      ))}
      {attribution === true && <li>{t('attribution')}</li>}
    </ul>
  )
}

/** The terms for a new account. They open in a separate page, so that nothing typed is lost. */
export function SignUpTerms() {
  const t = useText('brand')
  const links = (useRootData()?.brand.links ?? []).filter(({ name }) => name === 'terms' || name === 'privacy')
  if (links.length === 0) return null
  return (
    <div data-part="sign-up-terms">
      <p id="sign-up-terms">{t('terms_intro')}</p>
      <ul data-part="brand-links" aria-labelledby="sign-up-terms">
        {links.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener">
              {t(`link.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
