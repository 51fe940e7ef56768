import { Address, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { useText } from '../../text/text-source.ts'

/** In place of the forms that add a second factor: what has to be done before, with a button for each address. */
export function AddressFirst({ addresses }: { readonly addresses: readonly string[] }) {
  const t = useText('settings')
  const { busy, pressed, onSubmit } = useSubmission()
  return (
    <Section id="address_first" title={t('address_first.title')} intro={t('address_first.intro')}>
      <Panel>
        {addresses.map((address) => (
          <Row
            key={address}
            icon={<Icon name="mail" />}
            title={<Address>{address}</Address>}
            action={
              <Form method="post" action="/settings/confirm-address" onSubmit={onSubmit}>
                <Button
                  type="submit"
                  name="address"
                  value={address}
                  size="small"
                  busy={busy && pressed?.value === address}
                  data-testid="confirm-address"
                >
                  {t('address_first.do')}
                </Button>
              </Form>
            }
          />
        ))}
      </Panel>
    </Section>
  )
}
