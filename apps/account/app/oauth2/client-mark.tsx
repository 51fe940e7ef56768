import { Avatar } from '@gatehouse/design/content'
import { useText } from '../text/text-source.ts'
import type { ClientFacts } from './client-facts.ts'
import classes from './client-mark.module.css'

/** The application: its logo or initials, its name, and the host to which answers go. */
export function ClientMark({ client, host }: { readonly client: ClientFacts; readonly host?: string | undefined }) {
  const { logo, name } = client
  return (
    <div className={classes.client} data-testid="client">
      {logo === undefined ? <Avatar name={name} /> : <img src={logo} alt="" width="40" height="40" />}
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {host !== undefined && <bdi className={classes.host}>{host}</bdi>}
      </div>
    </div>
  )
}

/** Links to the application's own pages about itself. */
export function ClientLinks({ client }: { readonly client: ClientFacts }) {
  const t = useText('consent')
  const links = [
    { href: client.site, text: t('site', { client: client.name }) },
    { href: client.policy, text: t('policy') },
    { href: client.terms, text: t('terms') },
  ]
  const shown = links.filter(({ href }) => href !== undefined)
  if (shown.length === 0) return null
  return (
    <ul className={classes.links}>
      {shown.map(({ href, text }) => (
        <li key={text}>
          <a href={href} rel="noreferrer noopener" target="_blank">
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
