import { ButtonLink, type ButtonLinkProps } from './button.tsx'
import { Icon } from './icon.tsx'

/** The one link of a row of a panel, to the page of the row's subject. On a phone all of the row is that link. */
export function RowLink(props: Omit<ButtonLinkProps, 'size' | 'end'>) {
  return <ButtonLink {...props} size="small" end={<Icon name="next" />} data-row-link="" />
}
