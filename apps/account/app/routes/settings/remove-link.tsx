import { ButtonLink } from '@gatehouse/design/controls'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'
import { removeParameter, usePartAddress } from '../../layout/part-address.ts'

interface RemoveLinkProps {
  readonly group: string
  /** As its removal names it. */
  readonly id: string
  /** What it is called: the word alone would be the same on every one. */
  readonly name: string
}

/** Leads to the question whether something is to be removed. */
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
