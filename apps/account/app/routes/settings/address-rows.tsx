import type { Identity } from '@gatehouse/contract/identities'
import { Address, Badge, Icon, Row } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { useText } from '../../text/text-source.ts'

/** The addresses of an account: whether each is confirmed, and a button for those that are not. */
export function AddressRows({ identity }: { readonly identity: Identity }) {
  const t = useText('settings')
  const { busy, pressed, onSubmit } = useSubmission()
  return (identity.verifiable_addresses ?? []).map(({ id, value, via, verified }) => (
    <Row
      key={id}
      icon={<Icon name={via === 'sms' ? 'phone' : 'mail'} />}
      title={<Address>{value}</Address>}
      action={
        !verified && (
          <Form method="post" action="/settings/confirm-address" onSubmit={onSubmit}>
            <Button
              type="submit"
              name="address"
              value={value}
              size="small"
              busy={busy && pressed?.value === value}
              data-testid="confirm-address"
            >
              {t('address.confirm')}
            </Button>
          </Form>
        )
      }
    >
      <Badge tone={verified ? 'good' : 'warn'}>{t(verified ? 'address.confirmed' : 'address.unconfirmed')}</Badge>
    </Row>
  ))
}
