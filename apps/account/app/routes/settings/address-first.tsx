import { Button } from '@gatehouse/design/button'
import { Icon } from '@gatehouse/design/icon'
import { Panel, Section } from '@gatehouse/design/panel'
import { Form } from 'react-router'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { useText } from '../../text/text-source.ts'
import classes from './settings-page.module.css'

/** In place of the forms that add a second factor: what has to be done before, with a button for each address. */
export function AddressFirst({ addresses }: { readonly addresses: readonly string[] }) {
  const t = useText('settings')
  const { busy, pressed, onSubmit } = useSubmission()
  return (
    <Section id="address_first" title={t('address_first.title')} intro={t('address_first.intro')}>
      <Panel padded>
        {/* A form of its own: without script, Enter must not save the profile. */}
        <Form method="post" action="/settings/confirm-address" className={classes.tools} onSubmit={onSubmit}>
          {addresses.map((address) => (
            <Button
              key={address}
              type="submit"
              name="address"
              value={address}
              busy={busy && pressed?.value === address}
              icon={<Icon name="mail" size={16} />}
              data-testid="confirm-address"
            >
              {t('address_first.do', { address })}
            </Button>
          ))}
        </Form>
      </Panel>
    </Section>
  )
}
