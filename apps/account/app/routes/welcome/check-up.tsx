import { Address, Icon, Panel, Row } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'
import { partAddress } from '../../layout/part-address.ts'
import type { ToDo } from './check-up.server.ts'
import { CodesLeft } from './codes-left.tsx'
import classes from './welcome-page.module.css'

/** The open tasks for an account, each with its button; or a note that there are none. */
export function CheckUp({ toDo }: { readonly toDo: readonly ToDo[] }) {
  const t = useText('welcome')
  return (
    <Panel>
      {toDo.length === 0 && (
        <Row
          icon={
            <span className={classes.done}>
              <Icon name="check" />
            </span>
          }
          title={t('checkup_done')}
        >
          {t('checkup_done_about')}
        </Row>
      )}
      {toDo.map((one, index) =>
        one.what === 'address' ? (
          <Row
            key={one.address}
            icon={<Icon name={one.via === 'sms' ? 'phone' : 'mail'} />}
            title={t('address.title')}
            action={
              <Form method="post" action="/settings/confirm-address">
                <Button
                  type="submit"
                  name="address"
                  value={one.address}
                  size="small"
                  variant={index === 0 ? 'primary' : 'plain'}
                >
                  {t('confirm')}
                </Button>
              </Form>
            }
          >
            <Address>{one.address}</Address>
          </Row>
        ) : (
          <Row
            key={one.what}
            icon={<Icon name={one.what === 'second_step' ? 'shield' : 'codes'} />}
            title={t(`${one.what}.title`)}
            action={
              <ButtonLink
                href={partAddress('/settings')(one.what === 'second_step' ? undefined : 'lookup_secret')}
                link={PageLink}
                size="small"
                variant={index === 0 ? 'primary' : 'plain'}
                data-testid={`check-up/${one.what}`}
              >
                {t(one.what === 'second_step' ? 'second_step.do' : 'recovery_codes.do')}
              </ButtonLink>
            }
          >
            {one.what === 'few_codes' ? <CodesLeft codes={one} /> : t(`${one.what}.about`)}
          </Row>
        ),
      )}
    </Panel>
  )
}

/** The sentence below the title of the tasks, and how many are done unless all are. */
export function CheckUpIntro({ done, total }: { readonly done: number; readonly total: number }) {
  const t = useText('welcome')
  return (
    <span className={classes.intro}>
      <span>{t('checkup_intro')}</span>
      {done < total && (
        <span className={classes.progress} data-testid="check-up/progress">
          {t('checkup_progress', { done, total })}
          <span className={classes.steps} aria-hidden="true">
            {Array.from({ length: total }, (_, index) => (
              <span key={index} data-done={index < done || undefined} />
            ))}
          </span>
        </span>
      )}
    </span>
  )
}
