import '@gatehouse/design/tokens.css'
import '@gatehouse/design/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const app = document.querySelector('#app')
if (app) createRoot(app).render(<App />)
