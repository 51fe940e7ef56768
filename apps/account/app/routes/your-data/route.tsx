import classes from './your-data-page.module.css'
import { data, Form, redirectDocument } from 'react-router'
import type { AdminClient } from '@gatehouse/client/admin-client'
import { deletionWord, isDeletionWord } from '@gatehouse/contract/account'
import { personName } from '@gatehouse/contract/identities'
import { Address, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Button, ButtonLink, ErrorSummary, Field, TextInput } from '@gatehouse/design/controls'

import { reach } from '../../failure/reach.server.ts'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { forgetAccount } from '../../identity/known-accounts.server.ts'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { withAhead } from '../../layout/data-ahead.ts'
import { ask } from '../../request/ask.server.ts'
import { notFound } from '../../request/fail.server.ts'
import { type PageRequest, pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { useRootData } from '../../request/root-data.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { type Say, useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { requireRecentSignIn } from './recent-sign-in.server.ts'

const here = '/settings/data'

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { identity } = await reach(page, here, () => requireSession(page, here))
  const { data: how } = await page.features()
  const shown = { person: personName(identity), word: deletionWord(identity), how }
  return data(shown, { status: how === 'none' ? 404 : 200 })
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts(here, withAhead(url, serverLoader))
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  requireOwnForm(page, here)
  const typed = new URLSearchParams(await request.text()).get('confirm') ?? ''
  const outcome = await reach(page, here, async () => {
    const { identity } = await requireSession(page, here)
    const deletion = await deleteAccount(page, typed)
    if (deletion === 'deleted') forgetAccount(page, identity.id)
    return deletion
  })
  // A new document: nothing of the account stays in the page's memory.
  return outcome === 'deleted' ? redirectDocument('/goodbye', 303) : data({ typed }, { status: 400 })
}

/** The outcome of a deletion. `wrong_word`: the input is not the account's address, and nothing happened. */
type Deletion = 'deleted' | 'wrong_word'

/** Deletes the signed-in person's account, once they typed its address. Throws a redirect to a fresh sign-in. */
async function deleteAccount(page: PageRequest, typed: string): Promise<Deletion> {
  const { data } = await page.features()
  if (data === 'own') return deleteThere(page, typed)
  if (page.adminClient === undefined) throw notFound(page)
  return deleteAround(page, page.adminClient, typed)
}

async function deleteThere(page: PageRequest, confirm: string): Promise<Deletion> {
  const answer = await ask(page, (client, credentials) => client.deleteMyAccount({ confirm }, credentials))
  if (answer.kind === 'error' && answer.status === 400) return 'wrong_word'
  okOrRedirect(page, answer, here)
  return 'deleted'
}

/** Through the admin API, which checks no session: everything it would not check is checked here. */
async function deleteAround(page: PageRequest, admin: AdminClient, typed: string): Promise<Deletion> {
  const { identity, ...session } = await requireSession(page, here)
  await requireRecentSignIn(page, session, here)
  if (!isDeletionWord(typed, identity)) return 'wrong_word'
  okOrRedirect(page, await admin.deleteIdentity({ id: identity.id }), here)
  return 'deleted'
}

const wordField = 'confirm'

interface DeletionSectionProps {
  /** The word to type to delete the account. */
  readonly word: string
  /** The refused input; an object, so that each refusal is another one. */
  readonly refused: { readonly typed: string } | undefined
}

/** Taking one's data along, and leaving for good. */
export default function RouteYourData({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { person, word, how } = loaderData
  const t = useText('data')
  const brand = useRootData()?.brand.name
  const failed = refused !== undefined
  if (how === 'none') return <AccountPage title={t('title')} intro={t('none')} person={person} />
  return (
    <AccountPage title={t('title')} intro={t('intro', { brand })} person={person} failed={failed}>
      {failed && (
        <ErrorSummary
          title={t('delete.refused')}
          items={[{ text: faultOf(refused, t), field: wordField }]}
          submission={refused}
          caret={wordField}
        />
      )}
      <Section id="export" title={t('export.title')} intro={t(how === 'own' ? 'export.intro' : 'export.intro_short')}>
        <Panel>
          <Row
            icon={<Icon name="download" />}
            title={t('export.no_secrets')}
            action={
              <ButtonLink href="/settings/data/export" size="small" data-testid="export-link">
                {t('export.do')}
              </ButtonLink>
            }
          >
            {t('recent')}
          </Row>
        </Panel>
      </Section>
      <Section id="delete" title={t('delete.title')} intro={`${t('delete.intro', { brand })} ${t('recent')}`}>
        <Panel padded>
          <DeletionSection word={word} refused={refused} />
        </Panel>
      </Section>
    </AccountPage>
  )
}

/** Returns the fault of the input. */
function faultOf({ typed }: { readonly typed: string }, t: Say<'data'>): string {
  return t(typed.trim() === '' ? 'delete.missing' : 'delete.wrong')
}

function DeletionSection({ word, refused }: DeletionSectionProps) {
  const t = useText('data')
  const { busy, onSubmit } = useSubmission()
  const messages = refused === undefined ? [] : [{ text: faultOf(refused, t), kind: 'error' as const }]
  return (
    <Form method="post" action="/settings/data" noValidate className={classes.form} onSubmit={onSubmit}>
      <Field
        id={wordField}
        label={t('delete.confirm')}
        hint={
          <span className={classes.word}>
            <Address>{word}</Address>
          </span>
        }
        messages={messages}
      >
        {(control) => (
          <TextInput
            {...control}
            name="confirm"
            required
            defaultValue={refused?.typed}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on the refused field
            autoFocus={refused !== undefined}
          />
        )}
      </Field>
      <Button type="submit" name="delete" value="account" variant="danger" busy={busy}>
        {t('delete.do')}
      </Button>
    </Form>
  )
}
