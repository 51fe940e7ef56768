import { useState } from 'react'
import { AccountLayout, GateLayout, LinkLine, ProgressBar } from '@gatehouse/design/layout'
import { Alert, Badge, Aside, Dialog, Heading, Icon, Panel, Row, RowLink, Section } from '@gatehouse/design/content'
import { Button, Field, TextInput } from '@gatehouse/design/controls'

const brand = { name: 'Gatehouse', href: '#main' }
const links = [{ href: '#main', label: 'Help' }]
const skipLabel = 'To the content'

/** Draws a page with the layout of sign-in. */
export function GatePage() {
  return (
    <GateLayout brand={brand} skipLabel={skipLabel} footer={<LinkLine links={links} />}>
      <Heading title="Sign in">One line about the page.</Heading>
      <Alert kind="info">You have signed out.</Alert>
      <Field id="email" label="Email">
        {(control) => <TextInput {...control} type="email" autoComplete="username" />}
      </Field>
      <Button variant="primary">Continue</Button>
      <Aside>
        New here? <a href="#main">Create an account</a>
      </Aside>
    </GateLayout>
  )
}

/** Draws a page of a signed-in person. */
export function AccountPage() {
  const nav = [
    { href: '#main', label: 'Settings', icon: 'user', current: true },
    { href: '#sessions', label: 'Sessions', icon: 'laptop' },
  ] as const
  return (
    <AccountLayout
      brand={brand}
      skipLabel={skipLabel}
      navLabel="Account"
      nav={nav}
      header={<Button size="small">Sign out</Button>}
      footer={<LinkLine links={links} />}
    >
      <Heading
        title="Sessions"
        back={
          <a href="#main" aria-label="Settings" title="Settings">
            <Icon name="back" size={20} />
          </a>
        }
        action={<Button variant="primary">Sign out everywhere</Button>}
      >
        Where you’re signed in.
      </Heading>
      <Section id="sessions" title="Devices" intro="What is not yours can be signed out.">
        <Panel>
          <Row icon={<Icon name="laptop" />} title="Firefox on Linux" badge={<Badge tone="good">This device</Badge>}>
            Berlin, a minute ago
          </Row>
          <Row icon={<Icon name="phone" />} title="A telephone" action={<Button variant="danger">Sign out</Button>} />
          <Row icon={<Icon name="list" />} title="All devices" action={<RowLink href="#sessions">Open</RowLink>} />
        </Panel>
      </Section>
      <Section id="name" title="Name">
        <Panel padded>
          <Field id="first" label="First name" hint="As friends call you.">
            {(control) => <TextInput {...control} />}
          </Field>
        </Panel>
      </Section>
    </AccountLayout>
  )
}

/** Draws a page with a question above it, while another page is on its way. */
export function DialogPage() {
  const [isAsked, setAsked] = useState(true)
  const dismiss = () => setAsked(false)
  return (
    <>
      <ProgressBar busy />
      <AccountPage />
      {isAsked && (
        <Dialog
          title="Remove “Blue key”?"
          onDismiss={dismiss}
          actions={
            <>
              <Button onClick={dismiss}>Keep it</Button>
              <Button variant="removal" onClick={dismiss}>
                Remove
              </Button>
            </>
          }
        >
          <p>You can no longer sign in with it. You can add it again later.</p>
        </Dialog>
      )}
    </>
  )
}
