import { Icon, type IconName } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'
import { SamePageLink } from '../page/page-link.tsx'
import classes from './preview-frame.module.css'

/** The view of a previewed page. */
export interface Look {
  readonly scheme: 'light' | 'dark' | 'phone'
  readonly page: (typeof previewPages)[number]['page']
}

/** TABLE: the pages that can be looked at, by their states among the examples. */
export const previewPages = [
  { page: 'login', state: 'login' },
  { page: 'code', state: 'login-code-sent' },
  { page: 'registration', state: 'registration-credential' },
  { page: 'settings', state: 'settings' },
  { page: 'mail', state: '' },
] as const

const schemes: readonly { readonly scheme: Look['scheme']; readonly icon: IconName }[] = [
  { scheme: 'light', icon: 'sun' },
  { scheme: 'dark', icon: 'moon' },
  { scheme: 'phone', icon: 'phone' },
]

export interface PreviewProps {
  readonly look: Look
  /** The address of another look. */
  readonly hrefOf: (look: Look) => string
  /** Of the page in the frame. */
  readonly source: string
  /** The host that the drawn address bar shows. */
  readonly host: string
}

/** The real page with the draft of the brand, in a frame; links choose the shown page, so that no script is needed. */
export function Preview({ look, hrefOf, source, host }: PreviewProps) {
  const t = useText('console_branding')
  return (
    <div className={classes.preview}>
      <div className={classes.looks}>
        <nav aria-label={t('preview.schemes')} className={classes.segments}>
          {schemes.map(({ scheme, icon }) => (
            <SamePageLink
              key={scheme}
              href={hrefOf({ ...look, scheme })}
              aria-current={scheme === look.scheme ? 'true' : undefined}
            >
              <Icon name={icon} size={16} />
              {t(`preview.${scheme}`)}
            </SamePageLink>
          ))}
        </nav>
        <nav aria-label={t('preview.pages')} className={classes.segments}>
          {previewPages.map(({ page }) => (
            <SamePageLink
              key={page}
              href={hrefOf({ ...look, page })}
              aria-current={page === look.page ? 'true' : undefined}
            >
              {t(`preview.${page}`)}
            </SamePageLink>
          ))}
        </nav>
      </div>
      <figure className={classes.window} data-phone={look.scheme === 'phone' || undefined}>
        <figcaption className={classes.address}>
          <span aria-hidden="true" className={classes.dots} />
          <bdi>{host}</bdi>
        </figcaption>
        <div className={classes.glass}>
          <iframe
            key={source}
            src={source}
            title={t('preview.title', { page: t(`preview.${look.page}`), look: t(`preview.${look.scheme}`) })}
            sandbox="allow-same-origin"
            loading="lazy"
            tabIndex={-1}
          />
        </div>
      </figure>
    </div>
  )
}
