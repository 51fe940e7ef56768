import { ButtonLink } from '@gatehouse/design/controls'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'
import { removeParameter, usePartAddress } from '../../layout/part-address.ts'

interface RemoveLinkProps {
  readonly group: string
  /** As its removal names it. */
  readonly id: string
  /** The name of the thing: the word alone would be the same on every link. */
  readonly name: string
}

/** A link to the question whether to remove something. */
export function RemoveLink({ group, id, name }: RemoveLinkProps) {
  const t = useText('settings')
  const to = usePartAddress()
  return (
    <ButtonLink
      href={to(group, { [removeParameter]: id })}
      link={PageLink}
      size="small"
      variant="danger"
      aria-label={`${t('remove.do')}: ${name}`}
      data-testid={`remove/${id}`}
    >
      {t('remove.do')}
    </ButtonLink>
  )
}
