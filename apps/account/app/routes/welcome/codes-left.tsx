import { Alert } from '@gatehouse/design/content'
import { PageLink } from '../../layout/page-link.tsx'
import { Moment } from '../../text/moment.tsx'
import { useText } from '../../text/text-source.ts'
import { partAddress } from '../../layout/part-address.ts'
import type { FewCodes } from './check-up.server.ts'

/** The number and date of the recovery codes; how they work if the service reports neither. */
export function CodesLeft({ codes: { left, total = left, createdAt } }: { readonly codes: FewCodes }) {
  const t = useText('welcome')
  const count = left === undefined ? t('used_code.once') : t('few_codes.left', { left, total })
  return createdAt === undefined ? (
    count
  ) : (
    <>
      {count} · <Moment at={createdAt} say={(when) => t('few_codes.created', { when })} />
    </>
  )
}

/** A note after a sign-in with one of few recovery codes: it is used up, the number left, and a link to new ones. */
export function UsedCode({ codes }: { readonly codes: FewCodes }) {
  const t = useText('welcome')
  return (
    <Alert
      kind="warning"
      title={t(codes.left === 0 ? 'used_code.last' : 'used_code.title')}
      data-testid="notice/used_code"
    >
      <p>
        <CodesLeft codes={codes} />
      </p>
      <PageLink href={partAddress('/settings')('lookup_secret')}>{t('few_codes.title')}</PageLink>
    </Alert>
  )
}
