import classes from './device-page.module.css'
import { data } from 'react-router'
import { Alert } from '@gatehouse/design/content'
import { Button, ErrorSummary, Field, TextInput } from '@gatehouse/design/controls'

import { GatePage } from '../../layout/gate-page.tsx'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { type DeviceState, enterUserCode, loadDevice } from './user-code.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return loadDevice(pageRequestOf(context), url.searchParams)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/device', serverLoader)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const refused = await enterUserCode(page, new URLSearchParams(await request.text()))
  return data(refused, { status: 400 })
}

export default function RouteDevice({ loaderData, actionData }: Route.ComponentProps) {
  return <DevicePage {...(actionData ?? loaderData)} />
}

const fieldId = 'user_code'

/** Asks for the code that a device shows. A plain form: it works the same without script. */
function DevicePage({ challenge, token, userCode, fault }: DeviceState) {
  const t = useText('device')
  const said = useText('common')
  const text = fault === undefined ? undefined : t(`fault.${fault}`)
  const messages = text === undefined ? [] : [{ text, kind: 'error' } as const]
  return (
    <GatePage title={t('title')} intro={t('intro')} failed={fault !== undefined}>
      {text !== undefined && (
        <ErrorSummary
          title={said('form.error_title')}
          items={[{ text, field: fieldId, isAtField: true }]}
          caret={fieldId}
        />
      )}
      <form method="post" action="/device" noValidate className={classes.form}>
        <input type="hidden" name="device_challenge" value={challenge} />
        <input type="hidden" name="form_token" value={token} />
        <Field id={fieldId} label={t('code')} hint={t('code_hint')} messages={messages}>
          {(control) => (
            <TextInput
              {...control}
              name="user_code"
              defaultValue={userCode}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              dir="ltr"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is all that the page asks for
              autoFocus
            />
          )}
        </Field>
        <Button type="submit" variant="primary">
          {t('go_on')}
        </Button>
      </form>
      <Alert kind="info">{t('care')}</Alert>
    </GatePage>
  )
}
