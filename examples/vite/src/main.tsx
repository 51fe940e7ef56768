import '@gatehouse/react/styles.css'
import { SessionProvider } from '@gatehouse/react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const app = document.querySelector('#app')
if (app)
  createRoot(app).render(
    <SessionProvider url={ACCOUNT_URL}>
      <App />
    </SessionProvider>,
  )
