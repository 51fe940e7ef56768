import { Alert } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { Component, Suspense, use, type ReactNode } from 'react'
import classes from './app.module.css'
import { loadSession, signOut } from './session.ts'
import { LoginForm } from './login-form.tsx'

const loading = loadSession()

/** Draws an application that people sign in to without leaving it. */
export function App() {
  return (
    <div className={classes.app}>
      <h1>Notebook</h1>
      <Unreachable>
        <Suspense>
          <Notebook />
        </Suspense>
      </Unreachable>
    </div>
  )
}

function Notebook() {
  const session = use(loading)
  if (session === undefined) return <LoginForm />
  const email: unknown = session.identity?.traits && Reflect.get(session.identity.traits, 'email')
  return (
    <>
      <p>
        Signed in as <bdi>{typeof email === 'string' ? email : session.identity?.id}</bdi>.
      </p>
      <Button onClick={() => void signOut()}>Sign out</Button>
    </>
  )
}

/** Draws a notice if the identity service does not answer. */
class Unreachable extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Alert kind="error">Signing in is not possible just now. Please try again in a minute.</Alert>
  }
}
