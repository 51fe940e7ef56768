import { Icon, type IconName } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'
import classes from './other-ways.module.css'
import { type SecondFactor, wayParameter } from './second-factors.ts'

const icons: Readonly<Record<string, IconName>> = {
  webauthn: 'key',
  passkey: 'key',
  totp: 'phone',
  code: 'mail',
  lookup_secret: 'codes',
}

export interface OtherWaysProps {
  readonly ways: readonly SecondFactor[]
  /** The page of this sign-in. */
  readonly here: string
}

/** The other second factors, collapsed; each is a separate page, and needs no script. */
export function OtherWays({ ways, here }: OtherWaysProps) {
  const t = useText('login')
  if (ways.length === 0) return null
  return (
    <details className={classes.other} data-part="other-ways">
      <summary>
        {t('another_way')}
        <Icon name="chevron" />
      </summary>
      <ul>
        {ways.map(({ group, label }) => (
          <li key={group}>
            <ButtonLink
              row
              href={`${here}&${new URLSearchParams({ [wayParameter]: group })}`}
              link={PageLink}
              icon={<Icon name={icons[group] ?? 'shield'} />}
              end={<Icon name="next" />}
              data-testid={`way/${group}`}
            >
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
