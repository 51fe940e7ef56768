import { Dialog, Icon } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'
import { Form, useNavigate } from 'react-router'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { inSection, removedParameter } from '../../request/section.ts'
import type { SettingsFacts } from '../../flow-page/settings/facts.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'
import { csrfTokenOf, removalOf } from './form-flow.ts'
import { useKeyNames } from './key-names.ts'
import { usePartAddress } from '../../layout/part-address.ts'
import classes from './remove-question.module.css'
import { useWaysLeft } from './ways-left.ts'

interface RemoveQuestionProps {
  readonly group: string
  /** The id, as the removal names it. */
  readonly id: string
  readonly facts: SettingsFacts
  readonly drawn: DrawnFlow<'settings'>
}

/** Asks before a way to sign in is removed, and names the remaining ones. */
export function RemoveQuestion({ group, id, facts, drawn }: RemoveQuestionProps) {
  const t = useText('settings')
  const to = usePartAddress()
  const navigate = useNavigate()
  const { busy, onSubmit } = useSubmission()
  const name = useRemovedName(group, id, facts)
  const left = useWaysLeft(facts, drawn.flow.identity)(group, id)
  const removal = removalOf(drawn.flow, group, id)
  // It is removed already, or it is the last way to sign in: neither needs a question.
  if (!removal || removal.attributes.disabled || name === undefined) return null
  const token = csrfTokenOf(drawn.flow)
  const isReported = facts.isOwn && (drawn.flow.identity.verifiable_addresses ?? []).some(({ verified }) => verified)
  const { name: field } = removal.attributes
  return (
    <Dialog
      title={t('remove.title', { name })}
      onDismiss={() => void navigate(to(group))}
      actions={
        <>
          <ButtonLink href={to(group)} link={PageLink} data-testid="keep">
            {t('remove.keep')}
          </ButtonLink>
          <Form
            method="post"
            action={`${inSection(drawn.action, group)}&${new URLSearchParams({ [removedParameter]: name })}`}
            onSubmit={onSubmit}
          >
            {token !== undefined && <input type="hidden" name="csrf_token" value={token} />}
            <Button type="submit" name={field} value={id} variant="removal" busy={busy}>
              {t('remove.do')}
            </Button>
          </Form>
        </>
      }
    >
      <p className={classes.text}>
        {t('remove.text')} {isReported && t('remove.mail')}
      </p>
      {left.ways.length > 0 ? (
        <>
          <h3 className={classes.title}>{t(left.isSecond ? 'remove.left_second' : 'remove.left')}</h3>
          <ul className={classes.left} data-testid="left">
            {left.ways.map(({ key, what, about }) => (
              <li key={key}>
                <Icon name="check" />
                <div>
                  {what}
                  {about !== undefined && about !== '' && <p suppressHydrationWarning>{about}</p>}
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : (
        left.isSecond && (
          <p className={classes.warning} data-testid="left">
            <Icon name="alert" />
            <span>
              {left.codes === 'end' && `${t('remove.codes_too')} `}
              {t(left.codes === 'run_out' ? 'remove.only_codes' : 'remove.no_second')}
            </span>
          </p>
        )
      )}
    </Dialog>
  )
}

function useRemovedName(group: string, id: string, facts: SettingsFacts): string | undefined {
  const { keys, links } = facts
  const t = useText('settings')
  const nameOfPasskey = useKeyNames('passkey', facts)
  const nameOfKey = useKeyNames('webauthn', facts)
  const one = <T extends { readonly id: string }>(list: readonly T[]) => list.find((each) => each.id === id)
  switch (group) {
    case 'passkey': {
      const key = one(keys.passkey)
      return key && nameOfPasskey(key)
    }
    case 'webauthn': {
      const key = one(keys.webauthn)
      return key && nameOfKey(key)
    }
    case 'oidc':
      return one(links)?.name
    case 'totp':
    case 'lookup_secret':
      return t(`${group}.title`)
    default:
      return undefined
  }
}
